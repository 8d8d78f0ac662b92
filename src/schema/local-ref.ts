import { isJsonObject, type JsonSchema } from '../base/json.ts';
import { isSubSchema, type SubSchema, subSchemasOf } from './applicators.ts';

/** Resolves the references of one document within that document. */
export interface RefResolver {
  /**
   * What a `$ref` written in `resource` (the nearest schema around it that has an `$id`; by default the document)
   * points to: the schema, or `undefined` when it points outside the document, at nothing, or at what is no schema.
   */
  resolve(ref: string, resource?: JsonSchema): SubSchema | undefined;
  /**
   * The schema at the end of a chain of references that consist of nothing else. A chain that bites its tail, or is
   * longer than 32, ends at `true`, which allows everything.
   */
  follow(schema: SubSchema): SubSchema;
}

const MAX_HOPS = 32;
const MAX_ANCHOR_SEARCH = 100_000;

/**
 * A resolver for `#`, `#/json/pointer` and `#anchor` (`$anchor`, `$dynamicAnchor`, or an old `$id` or `id` that is a
 * fragment). It never fetches: an address is never even looked at.
 */
export function createRefResolver(document: JsonSchema): RefResolver {
  let anchors: ReadonlyMap<string, JsonSchema> | undefined;
  const resolve = (ref: string, resource: JsonSchema = document): SubSchema | undefined => {
    if (!isLocalRef(ref)) return undefined;
    const fragment = decode(ref.slice(1));
    if (fragment === '') return resource;
    if (fragment.startsWith('/')) return atPointer(resource, fragment) ?? atPointer(document, fragment);
    anchors ??= findAnchors(document);
    return anchors.get(fragment);
  };
  const follow = (schema: SubSchema): SubSchema => {
    let here = schema;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const ref = typeof here === 'object' ? here['$ref'] : undefined;
      if (typeof ref !== 'string') return here;
      const target = resolve(ref);
      if (target === undefined) return here;
      here = target;
    }
    return true;
  };
  return { resolve, follow };
}

/** Whether a reference stays inside its document. */
export function isLocalRef(ref: string): boolean {
  return ref.startsWith('#');
}

function atPointer(document: JsonSchema, pointer: string): SubSchema | undefined {
  let here: unknown = document;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return isSubSchema(here) ? here : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function findAnchors(document: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const anchors = new Map<string, JsonSchema>();
  const seen = new Set<SubSchema | undefined>([document]);
  for (const schema of seen) {
    if (!isJsonObject(schema)) continue;
    for (const name of anchorsOf(schema)) if (!anchors.has(name)) anchors.set(name, schema);
    if (seen.size < MAX_ANCHOR_SEARCH) for (const [inside] of subSchemasOf(schema)) seen.add(inside);
  }
  return anchors;
}

function anchorsOf(schema: JsonSchema): readonly string[] {
  const { $anchor, $dynamicAnchor, $id, id } = schema;
  const names = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string');
  const fragments = [$id, id].filter((name) => typeof name === 'string').filter(isLocalRef);
  return [...names, ...fragments.map((fragment) => fragment.slice(1))];
}
