const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const LONGEST_KEY = 80;

/** The keys and indexes on the way that a validator's `instanceLocation` names. */
export function segmentsOf(instanceLocation: string): readonly string[] {
  return instanceLocation
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the end of the way; `undefined` when there is none. */
export function valueAt(args: unknown, segments: readonly string[]): unknown {
  return segments.reduce((here, key) => {
    const inside = typeof here === 'object' && here !== null && Object.hasOwn(here, key);
    return inside ? (here as Record<string, unknown>)[key] : undefined;
  }, args);
}

/** A way through arguments as a model reads it: `arguments.options.tags[0]["odd key"]`. */
export function argumentPath(args: unknown, segments: readonly string[]): string {
  let path = 'arguments';
  let here = args;
  for (const key of segments) {
    if (Array.isArray(here)) path += `[${key}]`;
    else
      path += IDENTIFIER.test(key) ? `.${key.slice(0, LONGEST_KEY)}` : `[${JSON.stringify(key.slice(0, LONGEST_KEY))}]`;
    here = valueAt(here, [key]);
  }
  return path;
}
