/**
 * Ends a gate: prints what it found on standard error and sets the exit code, or says in one line what it looked at.
 *
 * @param {string} gate
 * @param {readonly string[]} problems one line each
 * @param {string} looked what a clean gate looked at, such as `412 files`
 */
export function report(gate, problems, looked) {
  for (const problem of problems) console.error(`${gate}: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${gate}: ${looked}, nothing wrong`);
}
