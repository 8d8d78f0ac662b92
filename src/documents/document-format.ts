import type { Json, JsonObject } from '../base/json.ts';

/** The languages in which configuration files are written here. JSON allows comments and trailing commas. */
export type FormatName = 'json' | 'toml' | 'yaml';

/** Where a value stands in a document: keys from the root down. */
export type KeyPath = readonly string[];

/** One change of a document. Mappings on the way are made where they are missing. */
export interface Change {
  readonly path: KeyPath;
  /** What is to stand there. Absent: nothing; the key goes, and the mapping it stood in stays. */
  readonly value?: Json;
}

/** One language of configuration files: how it is read, and how it is changed without touching the rest. */
export interface DocumentFormat {
  readonly name: FormatName;
  /**
   * What a text says; a text without any value says `{}`.
   *
   * @param file for messages.
   * @throws CallslipError `invalid-config` naming file, line and column. What stands in the file is not repeated: it may
   * be a secret.
   */
  read(text: string, file: string): JsonObject;
  /**
   * The text, changed where it must be to say `wanted`. Comments, order, spaces and line ends of everything else stay byte
   * for byte. What can't be done so is left undone: only {@link editDocument} calls this, and it checks what the result says.
   */
  edit(text: string, wanted: JsonObject): string;
}
