/**
 * Who may do what: a gate, a hook, an approval and a narrower session.
 *
 * Run it with `npx tsx examples/policies.ts`.
 */
import { createRegistry, createSession, defineTool, type Hooks, renderResult } from 'callslip';

const registry = createRegistry();

registry.register([
  defineTool({
    name: 'delete_file',
    description: 'Deletes a file.',
    toolset: 'files',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    annotations: { destructive: true },
    run: ({ path }) => `deleted ${path}`,
  }),
  defineTool({
    name: 'play_sound',
    description: 'Plays a sound.',
    toolset: 'sound',
    inputSchema: { type: 'object' },
    gate: {
      kind: 'presence',
      name: 'loudspeaker',
      check: () => ({ ok: false, reason: 'no loudspeaker', remedy: 'plug one in' }),
    },
    run: () => 'played',
  }),
]);

const hooks: Hooks = {
  pre: [
    {
      name: 'keep secrets',
      run: ({ arguments: args }) =>
        String(args['path']).endsWith('.env') ? { action: 'block', message: 'not that file' } : undefined,
    },
  ],
};

const session = createSession({
  registry,
  hooks,
  approvals: {
    ask: async ({ arguments: args }) => ({ allowed: args['path'] === '/tmp/scratch', reason: 'only scratch files' }),
  },
  scope: { sessionId: 'example', surface: 'library' },
});

const { hidden } = await session.snapshot();
for (const { tool, reason, remedy } of hidden) console.log(`hidden: ${tool.name}, ${reason}; ${remedy}`);

for (const path of ['/tmp/scratch', '/tmp/letters', '/home/me/.env']) {
  const [outcome] = await session.dispatch([{ id: path, name: 'delete_file', arguments: { path } }]);
  if (outcome !== undefined) console.log(path, outcome.status, renderResult(outcome.result));
}

// A session with less: the tool is not there, by any road.
const narrow = createSession({ registry, scope: { sessionId: 'child', surface: 'library', enabled: ['sound'] } });
const [refused] = await narrow.dispatch([{ id: '1', name: 'delete_file', arguments: { path: '/tmp/scratch' } }]);
console.log('narrow session:', refused?.status, refused?.refusedBy);

await Promise.all([session.close(), narrow.close()]);
