import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../test/processor-time.ts';
import { resolveName } from './resolve-name.ts';

const NAMES = [
  'mcp__kb__get',
  'mcp__a__list',
  'mcp__b__list',
  'mcp__hyphen-server__test-tool',
  'todo_list',
  'browser_click',
  'patch',
  'write_file',
  'read_file',
];

const found = (called: string, names: readonly string[] = NAMES) => {
  const resolved = resolveName(called, names);
  return resolved.kind === 'found' ? resolved.name : resolved;
};

describe('resolveName', () => {
  it('prefers the exact name to a folded one', () => {
    expect(found('Read_File', ['read_file', 'Read_File'])).toBe('Read_File');
  });

  it.each(['mcp__hyphen_server__test_tool', 'mcp_hyphen_server_test_tool', ' MCP__hyphen-server__TEST TOOL '])(
    '[BRG-12] reads %j with hyphens, spaces and case folded',
    (called) => expect(found(called)).toBe('mcp__hyphen-server__test-tool'),
  );

  it('[BRG-14] resolves a dropped server prefix when one server offers the tool, and names both when two do', () => {
    expect(found('get')).toBe('mcp__kb__get');
    expect(found('kb__get')).toBe('mcp__kb__get');
    expect(found('list')).toEqual({ kind: 'ambiguous', candidates: ['mcp__a__list', 'mcp__b__list'] });
  });

  it.each([
    ['TodoTool_tool', 'todo_list'],
    ['BrowserClick_tool', 'browser_click'],
    ['PatchTool', 'patch'],
    ['WriteFileTool', 'write_file'],
  ])('[BRG-16] reads the class-like name %s as %s', (called, name) => expect(found(called)).toBe(name));

  it.each(['mcp__mcp__kb__get', 'mcp_mcp_kb_get', 'mmcp__kb__get', 'mcp_kb_get'])(
    '[BRG-18] collapses the repeated prefix of %s',
    (called) => expect(found(called)).toBe('mcp__kb__get'),
  );

  it.each(['', '   ', 'mcp__', 'tool', '_tool', 'xyzzy', 'kb', 'ge', 'Tool'])('[BRG-16] leaves %j unknown', (called) =>
    expect(found(called)).toEqual({ kind: 'unknown' }),
  );

  it('[SEC-16] never reads a name with an invisible or reordering character as the plain one', () => {
    for (const called of ['read\u200b_file', 'read_file\u202e', 'read\u00ad_file', 'r\u0435ad_file']) {
      expect(found(called)).toEqual({ kind: 'unknown' });
    }
  });

  it('accepts the names that tools had before', () => {
    expect(found('todo')).toBe('todo_list');
    expect(found('process', ['process_manage'])).toBe('process_manage');
    expect(found('todo', ['todo', 'todo_list'])).toBe('todo');
  });

  it('reads the longest name in time that grows with its length', async () => {
    for (const called of ['A'.repeat(100_000), 'aA'.repeat(50_000), `${'_'.repeat(100_000)}Tool`]) {
      expect(await leastProcessorMs(() => resolveName(called, ['read_file']))).toBeLessThan(200);
    }
  });
});
