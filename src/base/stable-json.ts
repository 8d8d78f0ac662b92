/**
 * Compact JSON with the keys of every object sorted, so that equal values have equal texts. `undefined` members are
 * left out, as `JSON.stringify` does.
 */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const source = member as Record<string, unknown>;
    const sorted: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(source).sort()) sorted[key] = source[key];
    return sorted;
  });
}
