// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { describe, expect, it } from 'vitest';
import { readMcpJson } from './mcp-json.ts';

describe('readMcpJson', () => {
  it('reads servers with comments, trailing commas and a byte order mark', () => {
    const content = '\uFEFF{\n  // mine\n  "mcpServers": { "files": { "command": "node", "args": ["a.js",], }, },\n}';
    expect(readMcpJson(content, {})).toMatchObject({
      servers: [{ label: 'files', endpoint: { kind: 'stdio', command: 'node', args: ['a.js'] } }],
      problems: [],
    });
  });

  it('reads "servers" with a type and "disabled"', () => {
    const content = JSON.stringify({
      servers: {
        a: { type: 'http', url: 'https://example.org/mcp' },
        b: { type: 'stdio', command: 'x', disabled: true },
      },
    });
    const { servers, problems } = readMcpJson(content, {});
    expect(servers.map(({ endpoint, enabled }) => [endpoint.kind, enabled])).toEqual([
      ['http', true],
      ['stdio', false],
    ]);
    expect(problems).toEqual([]);
  });

  it.each(['sse', 'ws', 7])('says that the transport %j is not supported, of that server only', (type) => {
    const content = JSON.stringify({
      mcpServers: { a: { type, url: 'https://example.org/sse' }, b: { command: 'x' } },
    });
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers.map(({ endpoint }) => endpoint.kind)).toEqual(['misconfigured', 'stdio']);
    expect(problems).toMatchObject([{ label: 'a', path: 'my.json: mcpServers.a.type', severity: 'error' }]);
  });

  it('expands variables', () => {
    expect(
      readMcpJson('{"mcpServers": {"a": {"command": "${RUN}"}}}', { RUN: 'x' }).servers[0]?.endpoint,
    ).toMatchObject({
      command: 'x',
    });
  });

  it.each([
    ['no JSON', '{"mcpServers":\n {"a": }', /line 2/],
    ['nothing', '', /JSON/],
    ['without servers', '{}', /mcpServers/],
    ['a list', '[]', /mcpServers/],
    ['nested without end', '['.repeat(200_000), /./],
  ])('says what is wrong with a file that is %s', (_what, content, message) => {
    const { servers, problems } = readMcpJson(content, {}, 'my.json');
    expect(servers).toEqual([]);
    expect(problems).toMatchObject([{ path: 'my.json', severity: 'error' }]);
    expect(problems[0]?.message).toMatch(message);
  });
});
