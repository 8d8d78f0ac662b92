// The server behind the gateway while the conformance suite looks at it: has each tool, prompt and resource that the
// suite asks for, as its scenarios describe them, over stdio, and speaks 2025-11-25.
import { setTimeout as wait } from 'node:timers/promises';
import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { PROMPTS } from './server/prompts.mjs';
import { RESOURCES, readResource, TEMPLATES } from './server/resources.mjs';
import { PASSING, TOOLS } from './server/tools.mjs';

const server = new Server(
  { name: 'conformance', version: '1' },
  {
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
    },
  },
);

/** Which of the passing ones are there. */
const present = new Set();

/** What a tool may do beside answering. */
const surroundings = (context) => ({
  wait,
  log: (data) => context.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } }),
  progress: async (progress) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
  },
  ask: (method, params) => context.mcpReq.send({ method, params }),
  async change(list) {
    if (!present.delete(list)) present.add(list);
    await server.notification({ method: `notifications/${list}/list_changed` });
    return { content: [{ type: 'text', text: 'changed' }] };
  },
});

const passing = (list) => (present.has(list) ? [PASSING[list]] : []);

const METHODS = {
  'tools/list': () => ({ tools: [...TOOLS.map(({ run: _, ...tool }) => tool), ...passing('tools')] }),
  'tools/call': ({ name, arguments: args = {} }, context) => named(TOOLS, name).run(args, surroundings(context)),
  'prompts/list': () => ({ prompts: [...PROMPTS.map(({ get: _, ...prompt }) => prompt), ...passing('prompts')] }),
  'prompts/get': ({ name, arguments: args = {} }) => ({ messages: named(PROMPTS, name).get(args) }),
  'resources/list': () => ({ resources: RESOURCES.map(({ content: _, ...resource }) => resource) }),
  'resources/templates/list': () => ({ resourceTemplates: TEMPLATES }),
  'resources/read': ({ uri }) => ({ contents: [readResource(uri)] }),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
  'completion/complete': ({ argument }) => ({
    completion: {
      values: ['paris', 'park', 'party'].filter((word) => word.startsWith(argument.value)),
      hasMore: false,
    },
  }),
};

server.fallbackRequestHandler = async ({ method, params = {} }, context) => {
  const answer = METHODS[method];
  if (answer === undefined) throw new ProtocolError(-32601, `${method} is not known`);
  return answer(params, context);
};
await server.connect(new StdioServerTransport());

function named(entries, name) {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) throw new ProtocolError(-32602, `there is no ${name}`);
  return entry;
}
