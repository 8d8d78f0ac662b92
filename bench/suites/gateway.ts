import type { JsonObject } from '../../src/base/json.ts';
import { EVERYTHING, gatewayHome } from '../gateway-process.ts';
import { type Contender, type Effort, race, timingOf } from '../measure.ts';
import { atMost, type Suite, type SuiteOptions, type SuiteReport, timed } from '../report.ts';
import { handshake, type StdioClient, startClient } from '../stdio-client.ts';

const AIM_ADDED_MS = 1;
const AIM_RATIO = 1.3;

interface Call {
  readonly what: string;
  readonly tool: string;
  /** Different for each run: the same call again and again is what the guard against loops looks for. */
  argumentsOf(run: number): JsonObject;
}

const ECHO: Call = { what: 'echo', tool: 'echo', argumentsOf: (run) => ({ message: `hello ${run}` }) };
const LONG: Call = {
  what: 'a call of 20 ms',
  tool: 'trigger-long-running-operation',
  argumentsOf: (run) => ({ duration: 0.02 + run / 1e9, steps: 1 }),
};

interface Roads {
  readonly direct: StdioClient;
  readonly through: StdioClient;
}

/** What our gateway adds to a call: the same server called directly and through it, in turn. */
export const gateway: Suite = {
  name: 'gateway',
  title: 'Gateway: calls of server-everything over stdio, directly and through the gateway',
  async run(options) {
    const server = { command: process.execPath, args: EVERYTHING };
    const home = await gatewayHome({ everything: server });
    const roads = { direct: startClient(EVERYTHING), through: home.serve() };
    try {
      await Promise.all([handshake(roads.direct), handshake(roads.through)]);
      await untilFound(roads.through, published(ECHO));
      return await measure(roads, options);
    } finally {
      await Promise.all([roads.direct.close(), roads.through.close()]);
      await home.remove();
    }
  },
};

async function measure(roads: Roads, { quick, progress }: SuiteOptions): Promise<SuiteReport> {
  progress('gateway: echo');
  const echo = await compare(ECHO, roads, quick ? { runs: 20, warmUp: 20 } : { runs: 400, warmUp: 300 });
  progress('gateway: a call of 20 ms');
  const long = await compare(LONG, roads, quick ? { runs: 5, warmUp: 5 } : { runs: 200, warmUp: 20 });
  return {
    rows: [...echo.rows, ...long.rows],
    aims: [
      atMost('added to a direct echo, tool called by its name', AIM_ADDED_MS, echo.listed - echo.direct, ' ms'),
      atMost('added to a direct echo, tool_call', AIM_ADDED_MS, echo.bridge - echo.direct, ' ms'),
      atMost('a call of 20 ms, tool called by its name', AIM_RATIO, long.listed / long.direct, ' ×'),
      atMost('a call of 20 ms, tool_call', AIM_RATIO, long.bridge / long.direct, ' ×'),
    ],
  };
}

async function compare(call: Call, { direct, through }: Roads, effort: Effort) {
  const name = published(call);
  const contender = (road: string, client: StdioClient, paramsOf: (args: JsonObject) => JsonObject): Contender => ({
    name: `${call.what}, ${road}`,
    prepare: (run) => paramsOf(call.argumentsOf(run)),
    run: (params: JsonObject) => answered(client, params),
  });
  const contenders = [
    contender('direct', direct, (args) => ({ name: call.tool, arguments: args })),
    contender('gateway, by its name', through, (args) => ({ name, arguments: args })),
    contender('gateway, tool_call', through, (args) => viaBridge(name, args)),
  ];
  const times = await race(contenders, effort);
  const timings = contenders.map((each) => ({ what: each.name, timing: timingOf(times, each.name) }));
  const [base = Number.NaN, listed = Number.NaN, bridge = Number.NaN] = timings.map(({ timing }) => timing.median);
  const rows = timings.map(({ what, timing }) =>
    timed(what, timing, { ratio: { of: 'direct', times: timing.median / base } }),
  );
  return { rows, direct: base, listed, bridge };
}

function published({ tool }: Call): string {
  return `mcp__everything__${tool}`;
}

function viaBridge(name: string, args: JsonObject): JsonObject {
  return { name: 'tool_call', arguments: { calls: [{ name, arguments: args }] } };
}

/** A call that is refused would be a fast one. */
async function answered(client: StdioClient, params: JsonObject): Promise<void> {
  const result = await client.request('tools/call', params);
  if (result['isError'] === true) throw new Error(`the call was refused: ${JSON.stringify(result)}`);
}

/** A search waits for servers that are still starting, at most 2 s. */
async function untilFound(client: StdioClient, name: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const found = await client.request('tools/call', { name: 'tool_search', arguments: { queries: [name] } });
    const { tools } = (found['structuredContent'] ?? {}) as { readonly tools?: JsonObject };
    if (tools !== undefined && Object.hasOwn(tools, name)) return;
  }
  throw new Error(`the gateway does not find ${name}`);
}
