import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { resolveHome } from './home.ts';
import { mcpJsonNames } from './mcp-json-file.ts';

const problemsOf = (mcpJson: never) => {
  const values = { mcp_json: mcpJson };
  const home = resolveHome({}, '/home/me');
  return readConfig({ home, environment: {}, values, files: [], mcpJson: [], project: undefined }).problems;
};

describe('mcp_json', () => {
  it('is one name or a list of them', () => {
    expect(mcpJsonNames({ mcp_json: 'a.json' })).toEqual(['a.json']);
    expect(mcpJsonNames({ mcp_json: ['a.json', 'b.json'] })).toEqual(['a.json', 'b.json']);
    expect(mcpJsonNames({ mcp_json: null })).toEqual([]);
  });

  it.each([[{ a: 1 }], [7], [true], [['a.json', 1]], ['']])('that is %j is a problem', (written) => {
    expect(problemsOf(written as never)).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/^mcp_json holds .*no name of a file/) },
    ]);
  });

  it.each([[null], ['a.json'], [['a.json']], [[]]])('that is %j is none', (written) => {
    expect(problemsOf(written as never)).toEqual([]);
  });
});
