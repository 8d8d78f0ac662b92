// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { standsInFor } from './same-server.ts';

const same = (held: JsonObject, other: JsonObject) => standsInFor(held, other, { A: 'a', B: 'a', C: 'c' });

describe('standsInFor', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['defaults that are written out', { command: 'x' }, { command: 'x', args: [], env: {}, enabled: true }],
    ['the order of keys', { command: 'x', env: { K: '1', L: '2' } }, { env: { L: '2', K: '1' }, command: 'x' }],
    ['a number or its text', { command: 'x', args: [80] }, { command: 'x', args: ['80'] }],
    ['a value or its variable', { command: 'x', env: { K: '${A}' } }, { command: 'x', env: { K: 'a' } }],
    ['the name of a variable', { command: 'x', env: { K: '${A}' } }, { command: 'x', env: { K: '${B}' } }],
    ['one that is off in place of one that is on', { command: 'x' }, { command: 'x', enabled: false }],
    ['what can not be used, written alike', { args: ['x'] }, { args: ['x'] }],
  ])('does not mind %s', (_what, held, other) => expect(same(held, other)).toBe(true));

  it.each<[string, JsonObject, JsonObject]>([
    ['another value', { command: 'x', env: { K: '${A}' } }, { command: 'x', env: { K: '${C}' } }],
    ['another variable that is not set', { command: 'x', env: { K: '${D}' } }, { command: 'x', env: { K: '${E}' } }],
    ['one that is on in place of one that is off', { command: 'x', enabled: false }, { command: 'x' }],
    [
      'one that is on in place of one that is off, though neither can be used',
      { args: ['x'], enabled: false },
      { args: ['x'] },
    ],
    ['another order of arguments', { command: 'x', args: ['a', 'b'] }, { command: 'x', args: ['b', 'a'] }],
    ['a limit', { command: 'x', call_timeout: 5 }, { command: 'x' }],
    ['another tool list', { command: 'x', tools: { include: ['a'] } }, { command: 'x' }],
  ])('minds %s', (_what, held, other) => expect(same(held, other)).toBe(false));
});
