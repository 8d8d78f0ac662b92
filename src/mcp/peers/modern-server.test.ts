import { afterEach, describe, expect, it, vi } from 'vitest';
import { type AskingLab, fakePeer, openAskingLab } from '../../../test/fixtures/asking-server/asking-lab.ts';
import { modernServer, startModernServer } from '../../../test/fixtures/modern-server/modern-server-config.ts';
import type { JsonObject } from '../../base/json.ts';

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 20_000 });

const labs: AskingLab[] = [];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(labs.splice(0).map((lab) => lab.close()));
  await Promise.all(closing.splice(0).map((close) => close()));
});

function open(...[label, behaviour, changes]: Parameters<typeof modernServer>): AskingLab {
  const lab = openAskingLab(() => modernServer(label, behaviour, changes));
  labs.push(lab);
  return lab;
}

const colour = (value: string): JsonObject => ({ action: 'accept', content: { colour: value } });
const declared = 'io.modelcontextprotocol/clientCapabilities';

describe('a connection of its own to a server of 2026-07-28', () => {
  it('brings each question to the client, and to the very call that it is for', async () => {
    const lab = open('modern');
    const peer = lab.join(fakePeer('a', { answer: ({ callId = '' }) => colour(callId) }));
    await lab.said('a', 'echo');
    const stop = new AbortController();
    const asking = lab.said('a', 'ask', {}, { callId: 'older' });
    const newer = lab.call('a', 'slow', {}, { callId: 'newer', signal: stop.signal });
    expect(await asking).toEqual({ elicitation: colour('older') });
    expect(peer.asked).toMatchObject([{ method: 'elicitation/create', callId: 'older', key: 'elicitation' }]);
    stop.abort();
    await newer;
  });

  it('declares with every request exactly what the client did, and refuses the rest without asking', async () => {
    const lab = open('modern');
    const peer = lab.join(fakePeer('a', { capabilities: { elicitation: { form: {} } } }));
    expect(await lab.said('a', 'meta')).toMatchObject({ envelope: { [declared]: { elicitation: { form: {} } } } });
    expect(await lab.call('a', 'ask', { what: 'roots' })).toMatchObject({
      ok: false,
      error: {
        message: expect.stringMatching(/roots/),
        data: { rpc_code: -32021, rpc_data: { requiredCapabilities: { roots: {} } } },
      },
    });
    expect(peer.asked).toEqual([]);
  });

  it('asks for the log messages that the client wants, and brings them to it alone', async () => {
    const { endpoint, close } = await startModernServer();
    closing.push(close);
    const lab = open('modern', {}, { endpoint });
    const [a, b] = [
      lab.join(fakePeer('a', { wantsLogs: true, logLevel: 'error', isLasting: false })),
      lab.join(fakePeer('b', { isLasting: false })),
    ];
    await lab.call('a', 'talk');
    await lab.call('b', 'talk');
    expect(a.told).toMatchObject([{ method: 'notifications/message', params: { level: 'error', data: 'said' } }]);
    expect(b.told).toEqual([]);
  });
});
