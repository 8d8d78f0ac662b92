/** More is written by nobody in good faith; a value that refers to its own parts many times over reaches it soon. */
const MAX_VALUES = 1_000_000;

/**
 * Why a value can't be written as JSON by code that recurses: `is nested more than 256 levels deep` (as what contains
 * itself is), `holds more than 1000000 values`, or `holds a bigint, which is not JSON`. Absent when it can be. Works
 * without recursion, whatever the value.
 */
export function jsonFault(value: unknown, maxLevels: number): string | undefined {
  const open: unknown[] = [value];
  const levels = [1];
  let values = 0;
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const item = open.pop();
    if (typeof item === 'bigint') return 'holds a bigint, which is not JSON';
    if (typeof item !== 'object' || item === null) continue;
    if (level > maxLevels) return `is nested more than ${maxLevels} levels deep`;
    if (++values > MAX_VALUES) return `holds more than ${MAX_VALUES} values`;
    for (const member of Object.values(item).filter(isWorthALook)) {
      open.push(member);
      levels.push(level + 1);
    }
  }
  return undefined;
}

function isWorthALook(member: unknown): boolean {
  return typeof member === 'object' || typeof member === 'bigint';
}
