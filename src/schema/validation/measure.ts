/** The size of a JSON value. */
export interface Measure {
  /** Values in it, itself included. */
  readonly nodes: number;
  /** Containers inside each other. */
  readonly depth: number;
  /** The most keys of one object. */
  readonly keys: number;
  /** The most items of one array. */
  readonly items: number;
  readonly longestText: number;
  readonly longestKey: number;
}

/** What is larger is not validated. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 200;

/**
 * Measures a value without recursion; `undefined` when it has more than 20,000 values, is nested more than 200 deep
 * (as what contains itself is), or contains what JSON can't say.
 */
export function measure(value: unknown): Measure | undefined {
  const sizes = { nodes: 0, depth: 0, keys: 0, items: 0, longestText: 0, longestKey: 0 };
  const values: unknown[] = [value];
  const depths: number[] = [0];
  while (values.length > 0) {
    const depth = depths.pop() as number;
    const inside = look(values.pop(), sizes);
    if (inside === undefined || depth > MAX_DEPTH || sizes.nodes + values.length + inside.length > MAX_NODES) {
      return undefined;
    }
    sizes.depth = Math.max(sizes.depth, depth);
    for (const member of inside) {
      values.push(member);
      depths.push(depth + 1);
    }
  }
  return sizes;
}

/** Notes the size of one value; returns the values directly inside. */
function look(value: unknown, sizes: { -readonly [size in keyof Measure]: number }): readonly unknown[] | undefined {
  sizes.nodes++;
  if (typeof value === 'string') sizes.longestText = Math.max(sizes.longestText, value.length);
  else if (Array.isArray(value)) {
    sizes.items = Math.max(sizes.items, value.length);
    return value;
  } else if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    if (keys.length > MAX_NODES) return undefined;
    sizes.keys = Math.max(sizes.keys, keys.length);
    for (const key of keys) sizes.longestKey = Math.max(sizes.longestKey, key.length);
    return Object.values(value);
  } else if (value !== null && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return [];
}
