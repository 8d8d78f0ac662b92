import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../../../test/fixtures/journal/new-world.ts';
import { resolveHome } from '../../runtime/home.ts';
import { takeTurns } from './take-turns.ts';

it('lets one in after the other, also after work that failed, and leaves no lock', async () => {
  const home = resolveHome({ CALLSLIP_HOME: path.join(newFolder(), 'home') });
  let inside = 0;
  const visit = (fails: boolean) =>
    takeTurns(home, async () => {
      inside += 1;
      await new Promise((resolve) => setImmediate(resolve));
      expect(inside).toBe(1);
      inside -= 1;
      if (fails) throw new Error('no luck');
      return 'done';
    });
  const results = await Promise.allSettled([visit(false), visit(true), visit(false), visit(false), visit(true)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected']);
  expect(readdirSync(home.backupsFolder)).toEqual([]);
});
