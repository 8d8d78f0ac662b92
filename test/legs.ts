import { describe, it } from 'vitest';
import { NOT_RUN } from './legs-reporter.ts';

/**
 * A part of the test run that needs something the machine may lack: a browser, a database.
 *
 * With the thing at hand it is a plain `describe`. Without it the suite is skipped, and the run's last lines say so
 * and how to get it; with `CALLSLIP_REQUIRE_ALL=1` it is a failing test instead.
 *
 * @param name of the thing, such as `browser`
 * @param available whether it was found
 * @param how to get it, such as `install chromium`
 * @example leg('browser', chromium !== undefined, 'install chromium')('a bundle in a page', () => { it(…) });
 */
export function leg(name: string, available: boolean, how: string): (title: string, body: () => void) => void {
  if (available) return (title, body) => describe(title, body);
  if (process.env['CALLSLIP_REQUIRE_ALL'] !== '1') {
    return (title, body) => describe.skip(`${NOT_RUN}${name} (${how}): ${title}`, body);
  }
  return (title) => {
    it(`${title}: needs ${name}`, () => {
      throw new Error(`CALLSLIP_REQUIRE_ALL=1, but ${name} is missing. To get it: ${how}.`);
    });
  };
}
