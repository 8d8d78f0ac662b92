/**
 * A deeply frozen copy of a JSON value, each string and each key passed through `clean`. Whatever is not JSON
 * (functions, symbols) is left out. The value's depth must be bounded already.
 */
export function frozenCopy<T>(value: T, clean: (text: string) => string): T {
  return copy(value, clean) as T;
}

function copy(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => copy(item, clean)));
  const result: Record<string, unknown> = {};
  for (const [given, member] of Object.entries(value)) {
    const key = clean(given);
    const value = copy(member, clean);
    // `__proto__` as a key of untrusted JSON must stay a plain property. Defining every key so would make slow objects.
    if (key === '__proto__') Object.defineProperty(result, key, { value, enumerable: true });
    else result[key] = value;
  }
  return Object.freeze(result);
}

/** Freezes a JSON value in place, to any depth, without recursion. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null || Object.isFrozen(item)) continue;
    Object.freeze(item);
    for (const member of Object.values(item)) if (typeof member === 'object') open.push(member);
  }
  return value;
}
