import type { JsonSchema } from '../../base/json.ts';
import { type Place, type SubSchema, subSchemasOf } from '../applicators.ts';
import { createRefResolver, isLocalRef, type RefResolver } from '../local-ref.ts';
import { honourNullable } from '../nullable.ts';
import type { Growth } from '../pattern/ambiguity.ts';
import { Effort } from '../pattern/effort.ts';
import { judgePattern } from '../pattern/judge-pattern.ts';
import type { Draft } from './draft.ts';
import { Meter } from './meter.ts';
import { readPlainKeywords } from './plain-keywords.ts';
import { SchemaNode } from './schema-node.ts';
import { settleGraph } from './settle-graph.ts';
import { sizeOf } from './size-of.ts';
import { Warnings } from './warnings.ts';

/** A third party's schema, made safe to validate with. */
export interface CompiledSchema {
  readonly root: SchemaNode;
  /** What the `$ref`s in the nodes name. */
  readonly lookup: Readonly<Record<string, SchemaNode>>;
  /** The node of each schema object of the document that can be reached from its root. */
  readonly nodes: ReadonlyMap<JsonSchema, SchemaNode>;
  readonly meter: Meter;
  /** The longest way on which one value is handed from schema to schema. */
  readonly chain: number;
  readonly warnings: readonly string[];
  /** Set when nothing can be validated: why. */
  readonly unusable: string | undefined;
  readonly refs: RefResolver;
}

const MAX_NODES = 3_000;
const PATTERN_EFFORT = 40_000;
/** Drafts in which nothing beside a `$ref` counts. */
const OLD_DRAFT = /\/draft-0[3-7]\//;

/**
 * Makes a validator's graph of a schema that nobody vouches for. Works on a copy, without recursion, in time bounded
 * whatever the schema. What can't be used (a malformed keyword, an unknown type, a pattern that does not compile or may
 * run without end, a reference to nothing or round in a circle) is left out with a warning, so that the copy may allow
 * more than the original, but never less.
 */
export function compileSchema(document: JsonSchema): CompiledSchema {
  return new Compiler(document).compile();
}

class Compiler {
  private readonly document: JsonSchema;
  private readonly refs: RefResolver;
  private readonly meter = new Meter();
  private readonly warnings = new Warnings();
  private readonly effort = new Effort(PATTERN_EFFORT);
  private readonly drafts = new Map<JsonSchema, Draft>();
  private readonly lookup: Record<string, SchemaNode> = Object.create(null);
  private readonly names = new Map<SchemaNode, string>();
  private unusable: string | undefined;

  constructor(document: JsonSchema) {
    this.document = document;
    this.refs = createRefResolver(document);
  }

  compile(): CompiledSchema {
    const root = this.draftOf(this.document, undefined, '#');
    // The map grows while it is walked; each draft is filled once.
    for (const draft of this.drafts.values()) if (!this.tooLarge) this.fill(draft);
    if (this.tooLarge) {
      this.unusable = `it holds more than ${MAX_NODES} schemas`;
      this.warnings.add('#', `${this.unusable}; arguments are not validated`);
      this.drafts.clear();
    }
    const drafts = [...this.drafts.values()];
    return {
      root: root.node,
      lookup: this.lookup,
      chain: settleGraph(drafts, this.warnings),
      nodes: new Map(drafts.map((draft) => [draft.schema, draft.node])),
      meter: this.meter,
      warnings: this.warnings.list,
      unusable: this.unusable,
      refs: this.refs,
    };
  }

  private get tooLarge(): boolean {
    return this.drafts.size > MAX_NODES;
  }

  private draftOf(schema: JsonSchema, resource: JsonSchema | undefined, place: string): Draft {
    const known = this.drafts.get(schema);
    if (known !== undefined) return known;
    const node = new SchemaNode(this.meter);
    const draft: Draft = { node, schema, resource, place, edges: [], weakened: false };
    this.drafts.set(schema, draft);
    return draft;
  }

  private fill(draft: Draft): void {
    const schema = honourNullable(draft.schema);
    const { $ref } = schema;
    const refAlone = typeof $ref === 'string' && OLD_DRAFT.test(String(this.document['$schema']));
    if (typeof $ref === 'string') this.reference(draft, $ref);
    if (refAlone) return;
    const keyPatterns: Growth[] = [];
    const size = this.plain(draft, schema) + this.inside(draft, schema, keyPatterns);
    const measured = draft.node['minLength'] !== undefined || draft.node['maxLength'] !== undefined;
    draft.node.setCost({ fixed: 1 + size / 8, perCharacter: measured ? 1 / 500 : 0, keyPatterns });
  }

  /** Takes the keywords over that hold no schemas. Returns how much there is to look at. */
  private plain(draft: Draft, schema: JsonSchema): number {
    const { node } = draft;
    const { keywords, malformed } = readPlainKeywords(schema);
    for (const [keyword, value] of keywords) node[keyword] = value;
    for (const keyword of malformed) this.weaken(draft, `"${keyword}" is malformed and not used`);
    if (draft.schema === this.document && ![undefined, 'object'].includes(node['type'] as string)) delete node['type'];
    if (schema['uniqueItems'] === true) node.setUniqueItems();
    if (typeof schema['pattern'] === 'string') {
      const judged = judgePattern(schema['pattern'], this.effort);
      if (judged.usable) node.setPattern(schema['pattern'], judged.growth);
      else this.weaken(draft, `"pattern" is not used: it ${judged.reason}`);
    }
    return sizeOf(node);
  }

  /** Links the schemas directly inside. Returns how many there are. */
  private inside(draft: Draft, schema: JsonSchema, keyPatterns: Growth[]): number {
    let count = 0;
    let open = false;
    for (const [inside, place] of subSchemasOf(schema)) {
      if (this.tooLarge) break;
      if (place.keyword === '$defs' || place.keyword === 'definitions') continue;
      count++;
      if (place.keyword === 'patternProperties' && !this.keyPattern(draft, place.key as string, keyPatterns))
        open = true;
      else this.link(draft, place, inside);
    }
    // Keys that only the lost pattern knew would be taken for additional ones.
    if (open) {
      for (const keyword of ['additionalProperties', 'unevaluatedProperties']) delete draft.node[keyword];
      draft.edges = draft.edges.filter(({ keyword }) => draft.node[keyword] !== undefined);
    }
    return count;
  }

  private keyPattern(draft: Draft, key: string, keyPatterns: Growth[]): boolean {
    const judged = judgePattern(key, this.effort);
    if (judged.usable) keyPatterns.push(judged.growth);
    else this.weaken(draft, `a key of "patternProperties" is not used: it ${judged.reason}`);
    return judged.usable;
  }

  private link(draft: Draft, { keyword, key }: Place, inside: SubSchema | undefined): void {
    const { node } = draft;
    let value: unknown = inside;
    if (inside === undefined) {
      this.weaken(draft, `"${keyword}" holds what is no schema; it allows anything`);
      value = true;
    } else if (inside === false) {
      value = this.nothing();
    } else if (inside !== true) {
      const place = key === undefined ? `${draft.place}/${keyword}` : `${draft.place}/${keyword}/${key}`;
      const to = this.draftOf(inside, resourceIn(draft), place);
      draft.edges.push(key === undefined ? { keyword, to } : { keyword, key, to });
      value = to.node;
    }
    if (key === undefined) node[keyword] = value;
    else {
      node[keyword] ??= Array.isArray(draft.schema[keyword]) || keyword === 'anyOf' ? [] : Object.create(null);
      (node[keyword] as Record<string, unknown>)[key] = value;
    }
  }

  private reference(draft: Draft, ref: string): void {
    const resource = resourceIn(draft);
    const target = this.refs.resolve(ref, resource ?? this.document);
    if (!isLocalRef(ref)) {
      this.unusable = 'it refers to a schema outside itself, which is never fetched';
      this.weaken(draft, '"$ref" points outside the schema and is never fetched; arguments are not validated');
    } else if (target === undefined) this.weaken(draft, '"$ref" points to nothing and is not used');
    else if (target === false) draft.node['$ref'] = this.nameOf(this.nothing());
    else if (target !== true) {
      const to = this.draftOf(target, resource, ref);
      draft.node['$ref'] = this.nameOf(to.node);
      draft.edges.push({ keyword: '$ref', to });
    }
  }

  /** What `false` is prepared as: the validator tells the place of an error in it better. */
  private nothing(): SchemaNode {
    const node = new SchemaNode(this.meter);
    node['not'] = true;
    return node;
  }

  private nameOf(node: SchemaNode): string {
    const known = this.names.get(node);
    if (known !== undefined) return known;
    const name = String(this.names.size);
    this.names.set(node, name);
    this.lookup[name] = node;
    return name;
  }

  private weaken(draft: Draft, sentence: string): void {
    draft.weakened = true;
    this.warnings.add(draft.place, sentence);
  }
}

/** Where local references inside a schema start: at itself when it has a name of its own. */
function resourceIn({ schema, resource }: Draft): JsonSchema | undefined {
  const id = schema['$id'] ?? schema['id'];
  return typeof id === 'string' && !isLocalRef(id) ? schema : resource;
}
