import { describe, expect, it } from 'vitest';
import { toolFromRecord } from '../registry/tool/from-record.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import { fakeTool } from '../testing/fake-tool.ts';
import { createGoldReader } from './gold-names.ts';

const file = (source: string, name: string) =>
  toolFromRecord({ name, source, description: '', inputSchema: {}, wire: {} }, async () => ({
    ok: true,
    content: [],
  })) as ToolDefinition;

const searched = [
  file('tracker', 'create_issue'),
  file('聊天', 'send.message'),
  file('exa', 'search'),
  file('brave', 'search'),
  fakeTool({ name: 'lookup' }),
  file('wiki', 'lookup'),
];
const gone = file('down', 'restart');
const hidden = { tool: gone, by: 'source', reason: 'down is not running', remedy: 'start it' } as const;
const read = createGoldReader({ searched, listed: [fakeTool({ name: 'terminal' })], hidden: [hidden] });

describe('a gold name', () => {
  it.each([
    ['mcp__tracker__create_issue', 'mcp__tracker__create_issue'],
    ['tracker:create_issue', 'mcp__tracker__create_issue'],
    [' create_issue ', 'mcp__tracker__create_issue'],
    ['mcp__聊天__send.message', searched[1]?.name],
    [searched[1]?.name ?? '', searched[1]?.name],
    ['聊天:send.message', searched[1]?.name],
    ['exa:search', 'mcp__exa__search'],
  ])('may be written as %s', (written, name) => {
    expect(read(written)).toMatchObject({ kind: 'found', tool: { name } });
  });

  it('that is one tool’s whole name means that tool, whoever else has it as own name', () => {
    expect(read('lookup')).toMatchObject({ kind: 'found', tool: { name: 'lookup' } });
  });

  it('that several tools have means none of them, and names them', () => {
    expect(read('search')).toEqual({ kind: 'ambiguous', candidates: ['mcp__exa__search', 'mcp__brave__search'] });
  });

  it('of a tool that is not searched says so, with the reason', () => {
    expect(read('terminal')).toMatchObject({ kind: 'not-searched', tool: { name: 'terminal' } });
    expect(read('terminal')).not.toHaveProperty('hidden');
    expect(read('restart')).toEqual({ kind: 'not-searched', tool: gone, hidden });
  });

  it.each(['nothing', 'Create_Issue', '', '__proto__', 'constructor'])('that is no tool’s is unknown: %j', (name) => {
    expect(read(name)).toEqual({ kind: 'unknown' });
  });
});
