import { expect, it } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { silentLogger } from '../../base/logger.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Connection } from '../connection/connection.ts';
import { LastList } from './last-list.ts';
import { Readiness } from './readiness.ts';
import { Serving } from './serving.ts';
import { Uses } from './uses.ts';

it('[TRN-18] leaves us nine tenths of our time, however long its list takes us and however often it changes', async () => {
  const time = createFakeClock();
  let spentMs = 0;
  const clock = { ...time, now: () => time.now() + spentMs };
  const config = oddServer('busy');
  const asked: number[] = [];
  let notice = () => {};
  const request = async () => {
    asked.push(clock.now());
    notice();
    return { tools: [{ name: `tool ${asked.length}` }] };
  };
  const connection = { request, closed: new Promise(() => {}), close: async () => {} } as unknown as Connection;
  const serving = new Serving(connection, {
    config,
    clock,
    logger: silentLogger,
    mask: (text) => text,
    readiness: new Readiness(clock, config, { onState: () => {}, onWanted: () => {} }),
    uses: new Uses(clock, undefined),
    // As long as thousands of tools take to be looked at.
    list: new LastList(() => {
      spentMs += 1000;
    }),
    onChange: () => {},
    onConnection: () => {},
  });
  notice = () => serving.notice();
  void serving.run();
  serving.notice();
  await time.advance(100_000);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThan(12);
});
