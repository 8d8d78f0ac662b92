import type { JsonSchema } from '../../base/json.ts';
import type { SchemaNode } from './schema-node.ts';

/** One schema while it is being prepared. */
export interface Draft {
  readonly node: SchemaNode;
  readonly schema: JsonSchema;
  /** The schema with an `$id` that local references in this one start from. */
  readonly resource: JsonSchema | undefined;
  /** A JSON pointer, for warnings. */
  readonly place: string;
  /** The schemas it holds its value, or a part of it, against. */
  edges: Edge[];
  /** Something in it was left out, so it may allow more than it says. */
  weakened: boolean;
}

/** From one draft to one that it uses. */
export interface Edge {
  readonly keyword: string;
  readonly key?: string;
  readonly to: Draft;
}

/** Keywords whose schemas are held against the same value, not a part of it. */
const IN_PLACE: ReadonlySet<string> = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'dependencies',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** Whether the edge leads on with the same value. */
export function isInPlace(edge: Edge): boolean {
  return IN_PLACE.has(edge.keyword);
}

/** Takes an edge out of a schema in a way that can only make it allow more. */
export function dropEdge(draft: Draft, edge: Edge): void {
  const { node } = draft;
  draft.weakened = true;
  draft.edges = draft.edges.filter((other) => other !== edge);
  switch (edge.keyword) {
    case 'oneOf':
    case 'not':
    case 'then':
    case 'else':
    case '$ref':
      delete node[edge.keyword];
      return;
    case 'if':
      for (const keyword of ['if', 'then', 'else']) delete node[keyword];
      return;
    default:
      (node[edge.keyword] as Record<string, unknown>)[edge.key as string] = true;
  }
}
