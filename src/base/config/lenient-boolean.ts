const ON: readonly unknown[] = ['true', '1', 'yes', 'on'];
const OFF: readonly unknown[] = ['false', '0', 'no', 'off'];

/**
 * A boolean as people write it in a configuration: true or false, 1 or 0, or one of the words for them in any case
 * (YAML 1.2 reads `on` and `off` as texts). Absent for anything else.
 */
export function lenientBoolean(value: unknown): boolean | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const word = String(value).trim().toLowerCase();
  if (ON.includes(word)) return true;
  return OFF.includes(word) ? false : undefined;
}
