import type { Launch } from '../../mcp/import/dialect.ts';
import type { ForeignFile, Remark } from '../../mcp/import/foreign-server.ts';
import type { FileChange } from '../file-change.ts';

/** A file of a client as it was read. */
export interface ClientFile {
  /** Absolute, as the client names it. */
  readonly file: string;
  /** Absent: the user wants this client to have our entry, and it has no such file yet. */
  readonly bytes: Buffer | undefined;
  readonly found: ForeignFile;
}

/** Our own files as they were read; bytes are absent where there is no such file. */
export interface OwnFiles {
  readonly configFile: string;
  readonly config: Buffer | undefined;
  readonly envFile: string;
  readonly env: Buffer | undefined;
}

/** What is to be moved where. */
export interface MoveOptions {
  /** The one whose entry counts where two write one label differently comes first. */
  readonly clients: readonly ClientFile[];
  readonly own: OwnFiles;
  /** The process's variables: they come before those of our `.env`, so a new name must not be one of theirs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How clients start us. Absent: servers are copied, and the clients' files stay as they are. */
  readonly launch?: Launch;
  /** Only these labels of each client. @default all */
  readonly labels?: readonly string[];
}

/** One server that is, or now comes, into our configuration. */
export interface MovedServer {
  readonly file: string;
  /** In the client's file. */
  readonly label: string;
  /** In ours. */
  readonly ownLabel: string;
  /**
   * `new`: written. `same`: an equal entry was there. `renamed`: written under another label, as its own was taken or can't
   * stand in a tool's name.
   */
  readonly how: 'new' | 'same' | 'renamed';
  readonly enabled: boolean;
  /** Variables of `.env` that now hold its secrets. */
  readonly variables: readonly string[];
  /** Variables whose value the user has to set. */
  readonly unset: readonly string[];
  /** Variables that only the environment of this process sets, which a client may start us without. */
  readonly ofTheShell: readonly string[];
  /** Tools the client ran without asking; nothing honours that here. */
  readonly approved: readonly string[];
  readonly remarks: readonly Remark[];
}

/** A server that stays where it is. */
export interface LeftServer {
  readonly file: string;
  readonly label: string;
  readonly remarks: readonly Remark[];
}

/** Everything that will happen; nothing has happened yet. */
export interface MovePlan {
  /** Our own files first, so that a client never names servers that nobody has. Empty: there is nothing to do. */
  readonly changes: readonly FileChange[];
  readonly moved: readonly MovedServer[];
  readonly left: readonly LeftServer[];
  /** What concerns a file as a whole. */
  readonly remarks: readonly Remark[];
}
