import { sha256Hex } from '../base/hash.ts';
import type { LabelledQuery } from './evaluate.ts';

/** 16 hex digits over queries and the published names of their gold tools, in whatever order they stand. */
export function queriesFingerprint(queries: readonly LabelledQuery[]): string {
  const lines = queries.map(({ query, gold }) => JSON.stringify([query, [...gold].sort()]));
  return sha256Hex(lines.sort().join('\n')).slice(0, 16);
}
