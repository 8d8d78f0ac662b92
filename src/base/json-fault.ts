/**
 * Why a value can't be written as JSON by code that recurses: `is nested more than 256 levels deep` (as what contains
 * itself is), or `holds a bigint, which is not JSON`. Absent when it can be. Works without recursion, whatever the value.
 */
export function jsonFault(value: unknown, maxLevels: number): string | undefined {
  const open: unknown[] = [value];
  const levels = [1];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const item = open.pop();
    if (typeof item === 'bigint') return 'holds a bigint, which is not JSON';
    if (typeof item !== 'object' || item === null) continue;
    if (level > maxLevels) return `is nested more than ${maxLevels} levels deep`;
    for (const member of Object.values(item)) {
      if (typeof member !== 'object' && typeof member !== 'bigint') continue;
      open.push(member);
      levels.push(level + 1);
    }
  }
  return undefined;
}
