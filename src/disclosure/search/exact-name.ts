import { foldName } from '../../registry/resolve-name.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { searchNames } from '../catalog/document-text.ts';
import type { Corpus } from './corpus.ts';

/**
 * The tools whose published or full name is the query, whatever the case: first those that have it literally, then those
 * that have it with `-`, space and `_` alike; each in catalogue order.
 */
export function exactNames(corpus: Corpus, query: string): ToolDefinition[] {
  const literal = query.trim().toLowerCase();
  const folded = foldName(query);
  const tools = corpus.maybeNamed(query).filter((tool) => searchNames(tool).map(foldName).includes(folded));
  const isLiteral = (tool: ToolDefinition) => searchNames(tool).includes(literal);
  return [...tools.filter(isLiteral), ...tools.filter((tool) => !isLiteral(tool))];
}
