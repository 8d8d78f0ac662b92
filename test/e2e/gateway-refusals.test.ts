import { afterEach, describe, expect, it } from 'vitest';
import { failure, textResult } from '../../src/base/call/tool-result.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { fakeTool } from '../../src/testing/fake-tool.ts';
import { createLab, type Lab } from '../fixtures/gateway-lab.ts';
import { sseFrames } from '../fixtures/sse-frames.ts';

const labs: Lab[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map(({ gateway }) => gateway.close()));
});

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const NEEDS_MODEL = { rpc_code: -32021, rpc_data: { requiredCapabilities: { sampling: {} } } };
const REGIONAL = {
  description: 'Works in a region.',
  parameters: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      size: { type: 'integer', 'x-mcp-header': 'Size' },
    },
  },
  execute: async (args: JsonObject) => textResult(JSON.stringify(args)),
} as const;

/** Sends requests of 2026-07-28 as they are written. */
async function start() {
  const lab = createLab();
  labs.push(lab);
  const source = lab.registry.open({ kind: 'mcp', label: 'near' });
  source.replace([
    fakeTool({ ...REGIONAL, name: 'mcp__near__shown', alwaysLoad: true }),
    fakeTool({ ...REGIONAL, name: 'mcp__near__deferred' }),
    fakeTool({
      name: 'mcp__near__thinks',
      execute: async () => failure({ code: 'server-error', message: 'a model is needed', data: NEEDS_MODEL }),
    }),
  ]);
  source.setState('ready');
  const { url } = await lab.gateway.serveHttp();
  const send = async (method: string, params: JsonObject = {}, more: Record<string, string> = {}) => {
    const named: Record<string, string> = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...named,
        ...more,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: ENVELOPE } }),
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    let last: JsonObject = {};
    for await (const message of isStream ? sseFrames(response) : [await response.json()]) last = message;
    const { error, result } = last as { error?: { code: number; message: string }; result?: JsonObject };
    return { status: response.status, id: last.id, error, result };
  };
  const call = (name: string, args: JsonObject, headers?: Record<string, string>) =>
    send('tools/call', { name, arguments: args }, headers);
  return { send, call };
}

describe('a client of 2026-07-28 over HTTP', () => {
  it('gets 404 for a method that is not known, and 200 for the errors of one that is', async () => {
    const { send } = await start();
    expect(await send('unknown/method')).toMatchObject({ status: 404, id: 7, error: { code: -32601 } });
    expect(await send('prompts/get', { name: 'none' })).toMatchObject({ status: 200, error: { code: -32602 } });
  });

  it('gets 400 when its headers do not say what the arguments of a tool that it is shown say', async () => {
    const { call } = await start();
    const sent = { region: 'Köln', size: 3 };
    const encoded = `=?base64?${Buffer.from('Köln').toString('base64')}?=`;
    const fit = { 'mcp-param-region': encoded, 'mcp-param-size': '3' };
    expect((await call('mcp__near__shown', sent, fit)).result?.content).toEqual([
      { type: 'text', text: JSON.stringify(sent) },
    ]);
    for (const headers of [
      {},
      { 'mcp-param-size': '3' },
      { ...fit, 'mcp-param-size': '4' },
      { ...fit, 'mcp-param-region': 'Bonn' },
      { ...fit, 'mcp-param-region': encoded.replace('=?=', '?=') },
    ]) {
      const answer = await call('mcp__near__shown', sent, headers);
      expect(answer).toMatchObject({ status: 400, id: 7, error: { code: -32020 } });
      expect(answer.error?.message).toMatch(/Mcp-Param-(Region|Size)/u);
    }
    expect(await call('mcp__near__shown', {})).toMatchObject({ status: 200, error: undefined });
    expect(await call('mcp__near__shown', { size: 3 }, { 'mcp-param-size': '3.0' })).toMatchObject({ status: 200 });
  });

  it('need not say it in headers for a tool whose parameters it was not shown', async () => {
    const { call } = await start();
    const { result } = await call('mcp__near__deferred', { region: 'Bonn' });
    expect(result).toMatchObject({ content: [{ text: '{"region":"Bonn"}' }] });
    const calls = [{ name: 'mcp__near__deferred', arguments: { region: 'Bonn' } }];
    expect((await call('tool_call', { calls })).result).toMatchObject({ content: [{ text: '{"region":"Bonn"}' }] });
  });

  it('is told as an error what it would have to declare', async () => {
    const { call } = await start();
    expect(await call('mcp__near__thinks', {})).toMatchObject({
      status: 400,
      error: { code: -32021, message: 'a model is needed', data: NEEDS_MODEL.rpc_data },
    });
  });
});
