import { type Content, text } from '../../base/call/content.ts';
import type { ToolError } from '../../base/call/tool-error.ts';
import type { ToolResult } from '../../base/call/tool-result.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { firstCodePoints } from '../../base/text.ts';
import { DISPATCH_RANGES } from '../config.ts';
import { MAX_ERROR_CHARS } from './error-text.ts';

/** The fewest characters a result is cut to: a preview and the note beside it. */
export const MIN_RESULT_CHARS: number = DISPATCH_RANGES.max_result_chars.min;
const PREVIEW_CHARS = 1_500;

/** The texts of a result that count against a limit. Images, audio and other binary blocks do not. */
export interface ResultTexts {
  /** All text blocks and embedded text resources. */
  readonly text: string;
  /** The structured value as JSON; empty without one. */
  readonly structured: string;
  /** The error's message and data, and a hint that is too long to stay whole; empty without an error. */
  readonly error: string;
}

/** Takes a result's texts out of it. */
export function textsOf(result: ToolResult): ResultTexts {
  const { content, structured } = result;
  const texts = content.flatMap((block) => textIn(block) ?? []);
  return {
    text: texts.join('\n'),
    structured: JSON.stringify(structured) ?? '',
    error: result.ok ? '' : errorTextsOf(result.error).join('\n'),
  };
}

function errorTextsOf({ message, hint = '', data }: ToolError): readonly string[] {
  return [message, ...(isLong(hint) ? [hint] : []), ...(data === undefined ? [] : [JSON.stringify(data)])];
}

/** How many characters a result counts for: a structured value mostly repeats the text, so the longest part counts. */
export function sizeOf({ text: whole, structured, error }: ResultTexts): number {
  return Math.max(whole.length, structured.length, error.length);
}

/** Whether a result has to be cut to stay within `limit` characters. */
export function exceeds(result: ToolResult, texts: ResultTexts, limit: number): boolean {
  return sizeOf(texts) > limit || (!result.ok && [result.error.message, result.error.hint ?? ''].some(isLong));
}

function isLong(text: string): boolean {
  return firstCodePoints(text, MAX_ERROR_CHARS).cut;
}

/** Everything that cutting may take away, for a store to keep: each text once. */
export function wholeOf({ text: whole, structured, error }: ResultTexts): string {
  const parts = [error, whole, structured].filter((part) => part !== '');
  return parts.filter((part, index) => !parts.slice(0, index).some((earlier) => earlier === part)).join('\n');
}

/**
 * A result cut to `limit` characters, at least {@link MIN_RESULT_CHARS}: in place of the texts a preview that says how
 * much there was and where it is, every other block in its place.
 */
export function cutResult(
  result: ToolResult,
  texts: ResultTexts,
  limit: number,
  location: string | undefined,
): ToolResult {
  const { structured, ...rest } = result;
  const kept = structured === undefined || texts.structured.length > limit ? rest : { ...rest, structured };
  const isTextLong = Math.max(texts.text.length, texts.structured.length) > limit;
  const content = isTextLong ? cutContent(result.content, texts, limit, location) : result.content;
  return kept.ok ? { ...kept, content } : { ...kept, content, error: cutError(kept.error, limit, location) };
}

function cutContent(
  blocks: readonly Content[],
  texts: ResultTexts,
  limit: number,
  location: string | undefined,
): Content[] {
  const whole = texts.text.length > limit ? texts.text : texts.text || texts.structured;
  const preview = text(previewOf(whole, limit, location));
  let isPreviewed = false;
  const cut = blocks.flatMap((block) => {
    if (textIn(block) === undefined) return [block];
    const before = isPreviewed ? [] : [preview];
    isPreviewed = true;
    return [...before, ...withoutText(block)];
  });
  return isPreviewed ? cut : [...cut, preview];
}

function previewOf(whole: string, limit: number, location: string | undefined): string {
  const where =
    location === undefined
      ? 'The rest was not kept: ask for less, or for a part'
      : `The whole result is at ${location}; read it there in parts`;
  const note = (shown: number) => `[Cut: ${shown} of ${whole.length} characters are shown. ${where}.]`;
  const room = Math.max(0, Math.min(PREVIEW_CHARS, limit - note(whole.length).length - 1));
  const preview = lines(whole, room);
  return `${preview}\n${note(preview.length)}`;
}

/** The first characters of a text, whole ones, up to the last line break when that is past the half. */
function lines(whole: string, room: number): string {
  const lastUnit = whole.charCodeAt(room - 1);
  const start = whole.slice(0, lastUnit >= 0xd800 && lastUnit <= 0xdbff ? room - 1 : room);
  if (start.length === whole.length) return start;
  const end = start.lastIndexOf('\n');
  return end > room / 2 ? start.slice(0, end) : start;
}

function textIn(block: Content): string | undefined {
  if (block.type === 'text') return typeof block.text === 'string' ? block.text : undefined;
  const { resource } = block;
  return block.type === 'resource' && isJsonObject(resource) && typeof resource.text === 'string'
    ? resource.text
    : undefined;
}

/** A text block goes; an embedded resource stays, with its address. */
function withoutText(block: Content): Content[] {
  if (block.type === 'text') return [];
  return [{ ...block, resource: { ...(block.resource as JsonObject), text: '[cut: see the note in this result]' } }];
}

function cutError(error: ToolError, limit: number, location: string | undefined): ToolError {
  const where = location === undefined ? 'the rest was not kept' : `the whole is at ${location}`;
  const short = (whole: string) =>
    isLong(whole) ? `${firstCodePoints(whole, MAX_ERROR_CHARS).text}… [cut: ${where}]` : whole;
  const { message, hint, data } = error;
  return {
    ...error,
    message: short(message),
    ...(hint === undefined ? {} : { hint: short(hint) }),
    ...(data === undefined || JSON.stringify(data).length <= limit ? {} : { data: { data_cut: where } }),
  };
}
