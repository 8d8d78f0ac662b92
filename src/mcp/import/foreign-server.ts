import type { Json, JsonObject } from '../../base/json.ts';
import type { ServerFields } from '../config.ts';
import type { Dialect } from './dialect.ts';

/** Something about a foreign entry that its owner should know. Holds no value of `env` or `headers`. */
export interface Remark {
  /** `error`: the entry can't be used as it stands. `warning`: something is lost or guessed. `note`: good to know. */
  readonly severity: 'error' | 'warning' | 'note';
  /** Where: `mcp.json: mcpServers.github.headers`. */
  readonly path: string;
  readonly message: string;
  readonly remedy?: string;
}

/** A server as another client has written it, in our own keys. */
export interface ForeignServer {
  readonly label: string;
  readonly path: string;
  /** The entry as it stands in the file. */
  readonly written: unknown;
  /** Its counterpart under `mcp_servers`, variables as `${NAME}`, nothing expanded; absent when there is none. */
  readonly entry: JsonObject | undefined;
  /**
   * `usable`: it has a counterpart. `faulty`: an error among its remarks says why not. `staying`: only its client can run it,
   * as a note says. `none`: it is no server, but a part of the client.
   */
  readonly standing: 'usable' | 'faulty' | 'staying' | 'none';
  /** Where that counterpart is written, key by key. */
  readonly keys: readonly WrittenKey[];
  /** Tools that the client runs without asking, for the user to see: names and globs; `*` for all. */
  readonly approved: readonly string[];
  /** Variables whose value only the client knows: it asks the user for them (`inputs`). */
  readonly asked: readonly AskedVariable[];
  readonly remarks: readonly Remark[];
}

/** A value for one of our keys, and where it is written. */
export interface WrittenKey {
  readonly key: keyof ServerFields;
  /** Where: `mcp.json: mcpServers.github.disabledTools`. */
  readonly place: string;
  readonly value: Json;
  /** The member of our key that stands there by itself: `exclude` of `tools`. */
  readonly member?: string;
  /** The place of its first item in what is written there: 1 for the arguments in a command that is a list. @default 0 */
  readonly from?: number;
}

/** A value that a client asks its user for. */
export interface AskedVariable {
  /** The variable that stands for it in the entry. */
  readonly name: string;
  readonly description: string;
}

/** The servers of one file. */
export interface ForeignFile {
  readonly dialect: Dialect;
  /** In the order in which they are written. */
  readonly servers: readonly ForeignServer[];
  /** What is wrong with the file or its list as a whole; an `error` here means that no server could be read. */
  readonly remarks: readonly Remark[];
}
