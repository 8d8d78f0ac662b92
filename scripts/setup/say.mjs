/** A set-up step failed for a reason that its message tells in full; no stack is shown. */
export class SetupError extends Error {}

/**
 * Progress for people, on standard error: standard output belongs to the program that is started.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`callslip: ${line}\n`);
}

/**
 * @param {number} startedMs a `Date.now()`
 * @returns {string} the time since, such as `4.2 s`
 */
export function seconds(startedMs) {
  return `${((Date.now() - startedMs) / 1_000).toFixed(1)} s`;
}
