import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { createRegistry } from '../../registry/registry.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession, shown } from '../../testing/open-session.ts';
import { DEFAULT_TOOL_SEARCH } from '../policy/config-forms.ts';
import { createPolicy } from '../policy/policy.ts';

interface Fixture {
  readonly answers: readonly { readonly arguments: JsonObject; readonly answer: string }[];
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/golden/search-answers.json', import.meta.url), 'utf8'),
);

const parameters = (...required: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(required.map((name) => [name, { type: 'string' }])),
  required,
});

/** A session over tools in every state: deferred, directly listed, behind a gate, of a server that is down, of one not granted. */
function world(toolSearch = DEFAULT_TOOL_SEARCH) {
  const registry = createRegistry({ clock: createFakeClock() });
  const gate = { kind: 'permission', name: 'post', check: () => ({ ok: false, reason: 'nobody signed in' }) } as const;
  const server = (label: string, state: 'ready' | 'failed', tools: readonly [string, string, ...string[]][]) => {
    const handle = registry.open({ kind: 'mcp', label });
    handle.replace(
      tools.map(([own, description, ...required]) =>
        fakeTool({
          name: `mcp__${label}__${own}`,
          description,
          parameters: parameters(...required),
          ...(label === 'mail' && own === 'send_mail' ? { gate } : {}),
        }),
      ),
    );
    handle.setState(state, state === 'failed' ? { reason: 'exited with code 1', remedy: 'look at its log' } : {});
  };
  server('linear', 'ready', [
    ['list_issues', 'Lists the issues of a team', 'team'],
    ['create_issue', 'Files a new issue for a team', 'title', 'team'],
  ]);
  server('mail', 'ready', [
    ['find_mail', 'Finds letters in the inbox', 'query'],
    ['send_mail', 'Sends a letter to somebody', 'to', 'body'],
  ]);
  server('jira', 'failed', [['create_ticket', 'Opens a ticket in a project', 'project']]);
  server('vault', 'ready', [['read_secret', 'Reads a secret of the vault', 'path']]);
  registry.register([
    fakeTool({ name: 'read_file', description: 'Reads a file of this machine', toolset: 'file' }),
    fakeTool({ name: 'song_play', description: 'Plays a song', source: { kind: 'plugin', label: 'spotify' } }),
  ]);
  return openSession([], {
    registry,
    scope: { disabled: ['mcp-vault'] },
    policy: createPolicy({ toolSearch, core: registry.core }),
  });
}

const answers = fixture.answers.map(({ arguments: args, answer }) => [JSON.stringify(args), args, answer] as const);
const groupsOf = (answer: string): JsonObject[] => JSON.parse(answer).results ?? [];

describe('an answer', () => {
  it('has cases of every kind', () => {
    const groups = answers.flatMap(([, , answer]) => groupsOf(answer));
    expect(groups.filter(({ hint }) => hint === undefined).length).toBeGreaterThan(5);
    expect(groups.filter(({ hint }) => hint !== undefined).length).toBeGreaterThan(5);
  });

  it.each(answers)('is the reference\u2019s to the byte, with related off: %s', async (_, args, answer) => {
    const { call } = world({ ...DEFAULT_TOOL_SEARCH, related: 'off' });
    expect(shown(await call('tool_search', args))).toBe(answer);
  });

  it.each(answers)('has the same matches, sources and count with related on: %s', async (_, args, answer) => {
    const { call } = world();
    const found = shown(await call('tool_search', args));
    const before = groupsOf(answer);
    expect(JSON.parse(found).total_available).toBe(JSON.parse(answer).total_available);
    for (const [index, { hint, ...group }] of groupsOf(found).entries()) {
      const { hint: was, ...same } = before[index] as JsonObject;
      expect(group).toMatchObject(same);
      expect(typeof hint).toBe(typeof was);
    }
    if (before.every(({ hint }) => hint === undefined)) expect(found).toBe(answer);
  });
});
