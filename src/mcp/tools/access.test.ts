import { describe, expect, it } from 'vitest';
import { textResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { accessOf } from '../../registry/access.ts';
import { readEntry } from '../entries/read-entry.ts';
import { toTools } from './to-tool.ts';

const ENTRIES = [
  { name: 'look', annotations: { readOnlyHint: true } },
  { name: 'drop', annotations: { destructiveHint: true } },
  { name: 'plain' },
];

function accessIn(entry: JsonObject) {
  const { server } = readEntry('a', { command: 'x', ...entry }, {}, 'mcp_servers.a');
  const { tools } = toTools(ENTRIES, server, () => async () => textResult('done'));
  return Object.fromEntries(tools.map((tool) => [tool.source.toolName, accessOf(tool)]));
}

describe("the access of a server's tools", () => {
  it('does not believe that they only read, unless the owner trusts the server', () => {
    expect(accessIn({})).toEqual({ look: 'write', drop: 'destructive', plain: 'write' });
    expect(accessIn({ trust_annotations: 'on' })).toEqual({ look: 'read', drop: 'destructive', plain: 'write' });
  });

  it('is what the owner says of one, by its own name, whatever it is called', () => {
    const tools = { override: { plain: { access: 'read', name: 'renamed' }, look: { access: 'destructive' } } };
    expect(accessIn({ tools, trust_annotations: true })).toEqual({
      look: 'destructive',
      drop: 'destructive',
      plain: 'read',
    });
  });

  it('keeps a server shut for which something else is written', () => {
    const tools = { override: { plain: { access: 'reed' } } };
    const { server, problems } = readEntry('a', { command: 'x', tools }, {}, 'mcp_servers.a');
    expect(server.endpoint.kind).toBe('misconfigured');
    expect(problems[0]?.path).toBe('mcp_servers.a.tools.override.plain.access');
  });
});
