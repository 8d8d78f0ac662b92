import { describe, expect, it } from 'vitest';
import { readMessages, readOversized } from './wire-message.ts';

/** The one message in a line. */
const readMessage = (line: string) => {
  const messages = readMessages(line);
  expect(messages).toHaveLength(1);
  return messages[0];
};

describe('readMessages', () => {
  it.each([
    '',
    'Server version : 1.2.3',
    '[1]',
    '"x"',
    '{"level":"info"}',
    '{"jsonrpc":"2.0"}',
    '{"id":{},"result":{}}',
    '{oops',
    '[',
    '[]',
    '[[{"id":1,"result":{}}]]',
  ])('takes %j as noise', (line) => {
    expect(readMessages(line)).toEqual([]);
  });

  it('takes the messages of a batch, and skips what is none among them', () => {
    expect(readMessages(' [{"id":1,"result":{}},null,{"method":"x"},{"level":"info"}]')).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', method: 'x' },
    ]);
  });

  it('keeps everything inside a result', () => {
    const result = { content: [{ type: 'hologram', x: 1 }], futureField: { a: [null] }, _meta: { k: 1 } };
    expect(readMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))).toEqual({ jsonrpc: '2.0', id: 1, result });
  });

  it('does without jsonrpc, and drops members that JSON-RPC does not know', () => {
    expect(readMessage('{"id":"a","result":{"x":1},"took":5}')).toEqual({ jsonrpc: '2.0', id: 'a', result: { x: 1 } });
    expect(readMessage('{"method":"ping","id":1,"x":2}')).toEqual({ jsonrpc: '2.0', id: 1, method: 'ping' });
  });

  it('takes a null _meta and a null error as absent', () => {
    expect(readMessage('{"jsonrpc":"2.0","id":1,"error":null,"result":{"_meta":null,"tools":[]}}')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { tools: [] },
    });
  });

  it('takes a null parameter as absent', () => {
    const params = '{"progressToken":1,"progress":2,"total":null,"message":null}';
    expect(readMessage(`{"jsonrpc":"2.0","method":"notifications/progress","params":${params}}`)).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 2 },
    });
  });

  it.each([
    '{"jsonrpc":"2.0","id":7,"result":"text"}',
    '{"jsonrpc":"2.0","id":7,"result":[1]}',
    '{"jsonrpc":"2.0","id":7}',
    '{"jsonrpc":"2.0","id":7,"error":"broken"}',
    '{"jsonrpc":"2.0","id":7,"error":{"code":"E_NO"}}',
  ])('makes an error answer of an answer that can not be understood: %s', (line) => {
    expect(readMessage(line)).toMatchObject({ id: 7, error: { code: -32603 } });
  });
});

describe('readOversized', () => {
  it('finds the request by either end of the line', () => {
    expect(readOversized('{"jsonrpc":"2.0","id":12,"result":{', '…', 10)).toMatchObject({ id: 12, error: {} });
    expect(readOversized('{"result":{', '…"}]},"jsonrpc":"2.0","id":"a-1"}', 10)).toMatchObject({ id: 'a-1' });
    expect(readOversized('{"result":{', '…"}]},"id":3,"jsonrpc":"2.0"}', 10)).toMatchObject({ id: 3 });
  });

  it('does not take an id that stands further inside', () => {
    expect(readOversized('{"result":{"id":1,', '"id":2}],"x":1}', 10)).toBeUndefined();
  });
});
