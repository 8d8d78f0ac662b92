import { CallslipError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Change, FormatName } from '../../documents/document-format.ts';
import { readDocument } from '../../documents/edit-document.ts';
import type { FileChange } from '../file-change.ts';
import { documentChange } from './document-change.ts';
import { exactText } from './exact-text.ts';

const ROOT = 'mcp_servers';
const START = `# What Callslip serves: MCP servers and settings. Secrets stand in .env, as NAME=value, and here as $\{NAME}.\n`;

/** A configuration of ours, as it was read. */
export interface ConfigFile {
  /** Absolute. */
  readonly file: string;
  /** Absent: there is no such file yet. */
  readonly before: Buffer | undefined;
}

/** One change of `mcp_servers`. */
export type ServerEdit =
  /** Written under its label, in place of what stood there, or else at the end. */
  | { readonly kind: 'put'; readonly label: string; readonly entry: JsonObject }
  | { readonly kind: 'remove'; readonly label: string }
  | { readonly kind: 'switch'; readonly label: string; readonly enabled: boolean };

/** What a configuration says. */
export interface ReadConfig {
  readonly values: JsonObject;
  /** Its `mcp_servers`, by label, in order; none when there is no such key. */
  readonly servers: ReadonlyMap<string, JsonObject[string]>;
}

/**
 * Reads a configuration that is to be changed.
 *
 * @throws CallslipError `invalid-config` when it can't be read, or its `mcp_servers` is no mapping.
 */
export function readConfig({ file, before }: ConfigFile): ReadConfig {
  const values = readDocument(formatOf(file), exactText(before, file), file);
  const written = values[ROOT] ?? {};
  if (isJsonObject(written)) return { values, servers: new Map(Object.entries(written)) };
  throw new CallslipError('invalid-config', `${file}: ${ROOT} must map names to servers`, { data: { file } });
}

/**
 * A configuration with its servers changed, comments and layout kept; absent when that changes nothing. A new file is for
 * its owner alone and begins with a line that says what it is.
 *
 * @throws CallslipError `invalid-config` as {@link readConfig} does.
 */
export function editServers(config: ConfigFile, edits: readonly ServerEdit[]): FileChange | undefined {
  const { file, before } = config;
  const { servers } = readConfig(config);
  const format = formatOf(file);
  const changes = edits.flatMap((edit) => changesOf(edit, servers.get(edit.label)));
  return documentChange({ file, format, before, ...(format === 'yaml' ? { start: START } : {}) }, changes);
}

function changesOf(edit: ServerEdit, stood: JsonObject[string]): readonly Change[] {
  const path = [ROOT, edit.label];
  if (edit.kind === 'put') return [{ path, value: edit.entry }];
  if (edit.kind === 'remove') return [{ path }];
  const written = isJsonObject(stood) ? stood['enabled'] : undefined;
  // Written out only where it has to be, or was.
  if (edit.enabled && (written === undefined || written === null)) return [];
  return [{ path: [...path, 'enabled'], value: edit.enabled }];
}

/** A configuration is YAML, but in one that is named as JSON nothing but JSON should be written. */
function formatOf(file: string): FormatName {
  return /\.jsonc?$/i.test(file) ? 'json' : 'yaml';
}
