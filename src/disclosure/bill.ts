import { type CharacterCount, countCharacters, tokensOf } from '../base/budget-tokens.ts';
import type { Bill, ExposedTool } from './exposure.ts';
import { jsonText } from './json-text.ts';

/** A tool's declaration, as far as it costs tokens. */
export type Declaration = Pick<ExposedTool, 'name' | 'description' | 'inputSchema'>;

/** How much so many declarations are, as compact JSON. */
export interface DeclarationSize extends CharacterCount {
  readonly tools: number;
  /** UTF-8 bytes. */
  readonly bytes: number;
}

const sizes = new WeakMap<Declaration | readonly Declaration[], DeclarationSize>();
const encoder = new TextEncoder();

/** The size of all declarations of these arrays. It hangs on each definition, and on each array that is frozen. */
export function sizeOf(...sources: readonly (readonly Declaration[])[]): DeclarationSize {
  return sources.map(sizeOfAll).reduce(together, NOTHING);
}

/** Budget tokens of declarations, rounded once. */
export function billed(size: DeclarationSize): Bill['eager'] {
  return { tools: size.tools, tokens: tokensOf(size) };
}

const NOTHING: DeclarationSize = { tools: 0, ascii: 0, other: 0, bytes: 0 };

function together(a: DeclarationSize, b: DeclarationSize): DeclarationSize {
  return { tools: a.tools + b.tools, ascii: a.ascii + b.ascii, other: a.other + b.other, bytes: a.bytes + b.bytes };
}

function sizeOfAll(tools: readonly Declaration[]): DeclarationSize {
  const known = sizes.get(tools);
  if (known !== undefined) return known;
  const size = tools.map(sizeOfOne).reduce(together, NOTHING);
  if (Object.isFrozen(tools)) sizes.set(tools, size);
  return size;
}

function sizeOfOne(tool: Declaration): DeclarationSize {
  const known = sizes.get(tool);
  if (known !== undefined) return known;
  const { name, description, inputSchema } = tool;
  const json = jsonText({ name, description, inputSchema });
  const count = countCharacters(json);
  const size = { tools: 1, ...count, bytes: count.other === 0 ? count.ascii : encoder.encode(json).length };
  sizes.set(tool, size);
  return size;
}
