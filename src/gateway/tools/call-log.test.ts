import { describe, expect, it } from 'vitest';
import { failure, textResult } from '../../base/call/tool-result.ts';
import type { JsonObject } from '../../base/json.ts';
import { silentLogger } from '../../base/logger.ts';
import { type EndedCall, logCall } from './call-log.ts';

function lineOf(ended: Partial<EndedCall>, info = { name: 'peer', version: '1' }): JsonObject {
  const lines: JsonObject[] = [];
  const info_ = (_message: string, data?: JsonObject) => void lines.push(data ?? {});
  const outcome = { name: 'mcp__a__b', status: 'ok', result: textResult('12345'), durationMs: 12.4 } as const;
  const sessionId = 'mcp_secret';
  logCall({ ...silentLogger, info: info_ }, { called: 'mcp__a__b', sent: {}, outcome, ...ended }, { sessionId, info });
  expect(lines).toHaveLength(1);
  return lines[0] as JsonObject;
}

describe('the line of a call', () => {
  it('tells who called what, and what became of it', () => {
    expect(lineOf({ server: 'a', sent: { text: 'x' } })).toEqual({
      tool: 'mcp__a__b',
      server: 'a',
      via: 'direct',
      session: expect.stringMatching(/^[0-9a-f]{8}$/),
      client: 'peer/1',
      outcome: 'ok',
      ms: 12,
      sent_chars: 12,
      given_chars: 5,
    });
  });

  it('tells of a refusal where it happened, and of which kind', () => {
    const outcome = {
      name: 'mcp__a__b',
      via: 'tool_call',
      status: 'refused',
      refusedBy: 'approval',
      result: failure({ code: 'denied-by-policy', message: 'no' }),
      durationMs: 0,
    } as const;
    expect(lineOf({ called: 'tool_call_read', outcome })).toMatchObject({
      via: 'tool_call_read',
      outcome: 'refused',
      refused_by: 'approval',
      code: 'denied-by-policy',
    });
  });

  it('[INV-10] tells neither the session, nor arguments, nor results', () => {
    const line = JSON.stringify(lineOf({ sent: { password: 'hunter2' } }));
    for (const secret of ['mcp_secret', 'hunter2', 'password', '12345']) expect(line).not.toContain(secret);
  });

  it('is there also for what is nested too deep to be measured', () => {
    const sent = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(lineOf({ sent })).toMatchObject({ outcome: 'ok', sent_chars: -1 });
  });

  it('escapes what would forge a line', () => {
    const odd = 'a\u001b[2J\nb\u202e';
    const outcome = { name: odd, status: 'error', result: textResult(''), durationMs: 0 } as const;
    const line = lineOf({ called: odd, outcome, server: odd }, { name: odd, version: odd });
    for (const control of ['\u001b', '\n', '\u202e']) expect(Object.values(line).join('')).not.toContain(control);
    expect(line.tool).toContain('\\u001b');
  });
});
