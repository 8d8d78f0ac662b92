import { describe, expect, it } from 'vitest';
import { normaliseCalls } from './normalise-calls.ts';

const entries = (sent: unknown) => {
  const read = normaliseCalls(sent);
  return read.ok ? read.entries.map(({ name, arguments: args }) => ({ name, arguments: args })) : read.error.message;
};
const call = { name: 'todo_list', arguments: { a: 1 } };

describe('normaliseCalls', () => {
  it.each([
    ['a list', { calls: [call] }],
    ['[TS-11.7.7] the JSON text of a list', { calls: JSON.stringify([call]) }],
    ['[TS-11.7.7] the JSON text of one object', { calls: JSON.stringify(call) }],
    ['one object', { calls: call }],
    ['the older shape', call],
    ['the older shape beside a null', { calls: null, ...call }],
    ['a text around everything', JSON.stringify({ calls: [call] })],
    ['a name with spaces around it', { calls: [{ ...call, name: ' todo_list ' }] }],
    ['[TS-11.7.2] arguments as JSON text', { calls: [{ name: 'todo_list', arguments: '{"a":1}' }] }],
  ])('reads %s', (_, sent) => expect(entries(sent)).toEqual([call]));

  it.each(['', '  \n', null, undefined])('[TS-11.7.4] [BRG-10] reads the arguments %j as none', (nothing) =>
    expect(entries({ calls: [{ name: 'todo_list', arguments: nothing }] })).toEqual([
      { name: 'todo_list', arguments: {} },
    ]),
  );

  it.each([
    [{}, "requires 'calls'"],
    [{ name: '  ' }, "requires 'calls'"],
    [{ arguments: { q: 1 } }, "requires 'calls'"],
    ['', "requires 'calls'"],
    [{ calls: [] }, 'non-empty array'],
    [{ calls: 7 }, 'non-empty array'],
    [{ calls: [{ arguments: {} }] }, "requires a 'name'"],
    [{ calls: [{ name: ' ' }] }, "requires a 'name'"],
    [{ calls: ['todo_list'] }, 'calls[0] is not an object'],
    [{ calls: [call, { name: 'tool_search' }] }, 'calls[1] names tool_search, which is itself a bridge tool'],
    [{ calls: [{ name: 'todo_list', arguments: '{"todos": [' }] }, 'not valid JSON'],
    [{ calls: [{ name: 'todo_list', arguments: 42 }] }, 'must be an object'],
    [{ calls: [{ name: 'todo_list', arguments: '[1]' }] }, 'must be an object'],
    [{ calls: 'nope' }, 'not valid JSON'],
    [{ calls: '{"query":"x"}' }, "requires a 'name'"],
    ['{this is not json', 'not valid JSON'],
    [42, 'must be an object'],
  ])('[TS-11.7.6] refuses %j', (sent, fragment) => expect(entries(sent)).toContain(fragment));

  it.each(['tool_call', 'Tool-Call', ' TOOL CALL ', 'tool_search', 'tool-describe'])(
    '[TS-11.7.3] refuses %j inside the bridge',
    (name) => expect(entries({ calls: [{ name, arguments: {} }] })).toContain('bridge tool'),
  );
});
