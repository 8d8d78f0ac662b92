import { isJsonObject } from '../../base/json.ts';
import { sourceLabel } from '../../disclosure/catalog/source-label.ts';
import { otherWords } from '../../disclosure/search/other-words.ts';
import { stem } from '../../disclosure/search/stem.ts';
import { asciiWords, normalise } from '../../disclosure/search/tokenise.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { inWords } from './own-words.ts';

/** The words by which a tool differs from others: as the search reads them, each once. */
export interface ToolWords {
  readonly tool: ToolDefinition;
  /** Of its own name, without those of its source's. */
  readonly name: readonly string[];
  /** Of name, description and the names of its top-level parameters. */
  readonly all: ReadonlySet<string>;
}

/** The words of a tool. Its source's name is none of them: the same tool of two servers has the same words. */
export function wordsOf(tool: ToolDefinition): ToolWords {
  const source = new Set(termsOf(inWords(sourceLabel(tool))));
  const name = [...new Set(termsOf(inWords(tool.source.toolName)))].filter((term) => !source.has(term));
  const { properties } = tool.inputSchema;
  const parameters = isJsonObject(properties) ? Object.keys(properties).map(inWords).join(' ') : '';
  return { tool, name, all: new Set([...name, ...termsOf(`${tool.description} ${parameters}`)]) };
}

function termsOf(written: string): string[] {
  const text = normalise(written);
  return [...asciiWords(text).map(stem), ...otherWords(text).flatMap(({ terms }) => terms)];
}
