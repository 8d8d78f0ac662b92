// The second server behind the gateway while the conformance suite looks at it: speaks 2026-07-28 over stdio, and asks back.
import { inputRequired, ProtocolError, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ASKING_PROMPTS, ASKING_TOOLS } from './server/asking.mjs';

/** What a tool or prompt knows of its request, and how it asks back. */
const surroundings = ({ mcpReq }) => ({
  answers: mcpReq.inputResponses ?? {},
  state: mcpReq.requestState(),
  capabilities: mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {},
  ask: (inputRequests, requestState) =>
    inputRequired({ inputRequests, ...(requestState === undefined ? {} : { requestState }) }),
});

const METHODS = {
  'tools/list': () => ({ tools: ASKING_TOOLS.map(({ run: _, ...tool }) => tool) }),
  'tools/call': ({ name, arguments: args }, context) => named(ASKING_TOOLS, name).run(args, surroundings(context)),
  'prompts/list': () => ({ prompts: ASKING_PROMPTS.map(({ get: _, ...prompt }) => prompt) }),
  'prompts/get': ({ name, arguments: args }, context) => named(ASKING_PROMPTS, name).get(args, surroundings(context)),
};

serveStdio(
  () => {
    const server = new Server(
      { name: 'conformance-modern', version: '1' },
      { capabilities: { tools: {}, prompts: {} } },
    );
    server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
      const answer = METHODS[method];
      if (answer === undefined) throw new ProtocolError(-32601, `${method} is not known`);
      return answer(params, context);
    };
    return server;
  },
  { legacy: 'reject' },
);

function named(entries, name) {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) throw new ProtocolError(-32602, `there is no ${name}`);
  return entry;
}
