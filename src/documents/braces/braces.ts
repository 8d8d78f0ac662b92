import type { Json } from '../../base/json.ts';
import type { CommentSyntax } from '../text/gap.ts';
import type { Range } from '../text/splice.ts';

/** A mapping that is written in braces: an object in JSON, a flow mapping in YAML, an inline table in TOML. */
export interface Braces {
  /** From behind the opening brace to the closing one. */
  readonly inside: Range;
  readonly members: readonly BraceMember[];
}

/** A key with its value, without the comma. */
export interface BraceMember extends Range {
  readonly key: string;
  readonly value: Range;
  /** The value as a mapping; absent when it is none that can be changed within. */
  readonly mapping: () => Braces | undefined;
}

/** How members are written in one file. */
export interface BraceStyle {
  readonly syntax: CommentSyntax;
  /** What a line of a comment looks like when it is not prose but a setting that somebody switched off. */
  readonly switchedOff: RegExp;
  readonly lineBreak: string;
  /** What one level is indented by; absent when a mapping without members gets its first ones in the same line. */
  readonly unit: string | undefined;
  /** What stands between members of one line: `, ` or `,`. */
  readonly separator: string;
  /** A value: in one line, or, given the indentation of the line that it begins in, over several. */
  readonly write: (value: Json, indent?: string) => string;
  /** A key and what stands between it and its value. */
  readonly writeKey: (key: string) => string;
}
