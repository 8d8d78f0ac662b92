import { EVERYTHING, gatewayHome, oddServer, type ServerEntry } from '../gateway-process.ts';
import { summarise } from '../measure.ts';
import { type Aim, atMost, type Row, type Suite, type SuiteOptions, timed } from '../report.ts';
import { handshake } from '../stdio-client.ts';

const AIM_MS = 500;
const SERVERS = 20;

/** How the mixed servers behave, each as often as it stands here. */
const MIX: readonly (readonly string[] | 'no such program')[] = [
  ...times(5, oddServer({})),
  ...times(4, oddServer({ deaf: true })),
  ...times(3, oddServer({ startDelayMs: 20_000 })),
  ...times(3, oddServer({ listed: 'never' })),
  ...times(3, oddServer({ exitAtStart: 1 })),
  ...times(2, 'no such program' as const),
];

const CASES: readonly { readonly what: string; readonly servers: Readonly<Record<string, ServerEntry>> }[] = [
  { what: 'no server', servers: {} },
  { what: '20 servers: good, deaf, slow, never listing, crashing, missing', servers: named(MIX) },
  { what: '20 times server-everything', servers: named(times(SERVERS, EVERYTHING)) },
];

/** From starting the built gateway to its first tool list, with servers that do whatever they do. */
export const firstList: Suite = {
  name: 'first-list',
  title: `First list: from starting the gateway to its first tools/list, ${SERVERS} servers configured`,
  async run(options) {
    const rows: Row[] = [];
    const aims: Aim[] = [];
    for (const each of CASES) {
      const { hello, list } = await measureCase(each, options);
      rows.push(timed(`${each.what}: handshake answered`, hello), timed(`${each.what}: first tools/list`, list));
      if (each !== CASES[0]) aims.push(atMost(`first tools/list, ${each.what}`, AIM_MS, list.median, ' ms'));
    }
    return { rows, aims };
  },
};

async function measureCase({ what, servers }: (typeof CASES)[number], { quick, progress }: SuiteOptions) {
  const runs = quick ? 2 : 20;
  const hello: number[] = [];
  const list: number[] = [];
  const home = await gatewayHome(servers);
  try {
    // The first run fills the file cache and is not counted.
    for (let run = 0; run <= runs; run++) {
      progress(`first-list: ${what}, start ${run} of ${runs}`);
      const start = performance.now();
      const client = home.serve();
      await handshake(client);
      const greeted = performance.now();
      await client.request('tools/list');
      const listed = performance.now();
      if (run > 0) {
        hello.push(greeted - start);
        list.push(listed - start);
      }
      await client.close();
    }
  } finally {
    await home.remove();
  }
  return { hello: summarise(hello), list: summarise(list) };
}

function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

function named(programs: typeof MIX): Readonly<Record<string, ServerEntry>> {
  return Object.fromEntries(
    programs.map((args, index) => [
      `server-${index + 1}`,
      args === 'no such program' ? { command: 'no-such-program', args: [] } : { command: process.execPath, args },
    ]),
  );
}
