import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patientFetch } from './patient-fetch.ts';

/** As fetch is by itself, but for shorter limits. */
const hasty = new Agent({ headersTimeout: 100, bodyTimeout: 100 });
const before = getGlobalDispatcher();
const server = createServer((_request, response) => {
  setTimeout(() => {
    response.write('first,');
    setTimeout(() => response.end('last'), 1_500);
  }, 1_500);
});
let url: URL;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  setGlobalDispatcher(hasty);
});
afterAll(async () => {
  setGlobalDispatcher(before);
  await hasty.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('patientFetch', () => {
  it('waits for an answer longer than fetch does by itself', async () => {
    const [plain, patient] = await Promise.allSettled([
      fetch(url).then((response) => response.text()),
      patientFetch(url, {}).then((response) => response.text()),
    ]);
    expect(plain.status).toBe('rejected');
    expect(patient).toEqual({ status: 'fulfilled', value: 'first,last' });
  }, 10_000);

  it('ends when its signal says so', async () => {
    const stop = new AbortController();
    const answer = patientFetch(url, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});
