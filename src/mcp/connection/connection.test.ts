import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oddEndpoint } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { createConnection } from './connection.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callslip-connection-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('a connection', () => {
  it('[CFG-20] waits for a slow handshake as long as its signal lets it', async () => {
    const [log, ready] = [join(folder, 'log'), join(folder, 'ready')];
    const connection = createConnection({
      endpoint: oddEndpoint({ log, startsWhenExists: ready }),
      client: { name: 'test', version: '1' },
      stdio: { graces: { endMs: 200, terminateMs: 200 } },
      capabilities: {},
      onRequest: async () => ({}),
      onNotification: () => {},
      onOddity: () => {},
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opened = connection.open(new AbortController().signal);
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('initialize')) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    vi.advanceTimersByTime(3_600_000);
    writeFileSync(ready, '');
    await opened;
    vi.useRealTimers();
    expect(connection.serverInfo).toMatchObject({ name: 'odd' });
    await connection.close();
  }, 20_000);
});
