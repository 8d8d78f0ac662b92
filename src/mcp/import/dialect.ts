import type { JsonObject } from '../../base/json.ts';
import type { FormatName, KeyPath } from '../../documents/document-format.ts';
import type { ServerFields } from '../config.ts';
import type { Places } from './places.ts';

/** Whose way of writing servers down a dialect is. */
export type DialectId =
  | 'mcp-json'
  | 'claude-desktop'
  | 'claude-code'
  | 'cursor'
  | 'vs-code'
  | 'windsurf'
  | 'cline'
  | 'codex'
  | 'gemini-cli'
  | 'opencode'
  | 'zed'
  | 'goose';

/** A key of `mcp_servers` under another name, or several. */
interface OwnKey {
  readonly own: keyof ServerFields | readonly (keyof ServerFields)[];
  /** Milliseconds, which become seconds. */
  readonly per?: 'ms';
  /** It names variables, which `reshape` makes a mapping of: what it must be, for those it could not read. */
  readonly names?: string;
}

/**
 * What a key of a foreign entry means here.
 *
 * - `own`: a key of `mcp_servers`, its value as it is unless something else is said.
 * - `guarded`: a key of `mcp_servers` by which more would run without asking; it counts in our own configuration only.
 * - `not-enabled`: true switches the server off.
 * - `include`, `exclude`: globs of tools that are taken, or left out.
 * - `approved`: tools that the client runs without asking (names, a wildcard or true). It is told, and never honoured.
 * - `told`: something the client does that has no counterpart here; whoever moves should know that it is lost.
 * - `idle`: of no consequence for what a server does, such as a description or an icon.
 */
export type KeyMeaning = OwnKey | 'guarded' | 'not-enabled' | 'include' | 'exclude' | 'approved' | 'told' | 'idle';

/** The program that a client starts to reach us. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Files in which a client looks for servers, absolute; of several the first that exists is the one it uses. */
export interface ClientFiles {
  readonly user: readonly string[];
  /** Shared with everybody who works on the project, so only read on request. */
  readonly project: readonly string[];
}

/** Where an entry stands. */
export interface Standing {
  readonly label: string;
  /** What the whole file says: a client may have more to say of a server elsewhere in it. */
  readonly document: JsonObject;
}

/** What a client does by itself against too many tools. */
export interface NativeToolSearch {
  /** One sentence: what it does. */
  readonly does: string;
  /** Whether it does so, by the entries of its file under their labels; absent where it always may. */
  readonly isOn?: (entries: ReadonlyMap<string, unknown>) => boolean;
  /** Whether our entry is marked so that the bridge is always shown to the model; absent where there is no such mark. */
  readonly isMarked?: (ownEntry: JsonObject) => boolean;
  /** What to do so that the two don't stand in each other's way, for `callslip doctor`. */
  readonly advice: string;
}

/** One client's way of writing servers down: everything that is known of the client is in this one object. */
export interface Dialect {
  readonly id: DialectId;
  /** As people know it: `Claude Desktop`. */
  readonly title: string;
  readonly format: FormatName;
  /** Mappings of servers by label. Our own entry goes into the deepest that the file has, else into the first. */
  readonly at: readonly [KeyPath, ...KeyPath[]];
  /** Which file names are surely of this dialect, by the end of a path with `/` between folders. */
  readonly fileName?: RegExp;
  /** Absent for a form that no one client owns. */
  readonly files?: (places: Places) => ClientFiles;
  /** Keys that mean something else here than in most dialects, or that only this one has; see `common-keys.ts`. */
  readonly keys: Readonly<Record<string, KeyMeaning>>;
  /** Brings an entry into the common flat form first, where it is written in quite another one. Never throws. */
  readonly reshape?: (entry: JsonObject, standing: Standing) => JsonObject;
  /** Places in {@link at} that hold settings of the client and no servers, so nothing is said of them. */
  readonly settings?: readonly KeyPath[];
  /** Why an entry is no server at all: what follows its path in a note, such as `is a part of goose`. Never throws. */
  readonly noServer?: (entry: JsonObject) => string | undefined;
  /**
   * Why a server stays with the client though nothing is wrong with it: what follows its path in a note, such as
   * `runs in a sandbox of VS Code`. Never throws.
   */
  readonly stays?: (entry: JsonObject) => string | undefined;
  /** Further mappings of servers, which only this client uses; they stay as they are. Never throws. */
  readonly elsewhere?: (document: JsonObject) => readonly KeyPath[];
  /** Variables of an entry whose values only the client knows, with what they are. Never throws. */
  readonly asks?: (entry: JsonObject) => Readonly<Record<string, string>>;
  /** True: `$NAME` and `%NAME%` are variables as well. */
  readonly bareVariables?: boolean;
  /**
   * The entry under which this client starts us, marked as always loaded where the client knows such a mark.
   *
   * @param at which of {@link at} it goes into.
   */
  readonly ownEntry: (launch: Launch, at: KeyPath) => JsonObject;
  readonly toolSearch?: NativeToolSearch;
}
