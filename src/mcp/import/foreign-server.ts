import type { JsonObject } from '../../base/json.ts';
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
  /** Tools that the client runs without asking, for the user to see: names and globs; `*` for all. */
  readonly approved: readonly string[];
  /** Variables whose value only the client knows: it asks the user for them (`inputs`). */
  readonly asked: readonly AskedVariable[];
  readonly remarks: readonly Remark[];
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
