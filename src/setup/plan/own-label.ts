import type { DialectId } from '../../mcp/import/dialect.ts';

/** Characters of a label. */
export const LONGEST_LABEL = 40;

/**
 * The label under which a server can stand in our configuration: letters, digits, `-` and `_`, so that its tools are named
 * `mcp__<label>__<tool>` without a hash. One that is fine stays as it is.
 */
export function usableLabel(label: string): string {
  const usable = label
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/_{2,}/g, '_')
    .slice(0, LONGEST_LABEL)
    .replace(/^[-_]+|[-_]+$/g, '');
  return usable === '' ? 'server' : usable;
}

/** Labels to try in turn: `github`, `github-cursor`, `github-2`, `github-3` and so on, without end. */
export function* labelsFor(label: string, dialect: DialectId): Generator<string, never> {
  const base = usableLabel(label);
  yield base;
  if (dialect !== 'mcp-json') yield `${base}-${dialect}`;
  for (let number = 2; ; number++) yield `${base}-${number}`;
}
