import { messageOf } from '../../base/errors.ts';
import type { Dialect } from '../../mcp/import/dialect.ts';
import type { Places } from '../../mcp/import/places.ts';
import { readForeignFile } from '../../mcp/import/read-foreign-file.ts';
import { readBytes } from '../../runtime/config-file.ts';
import { exactText } from '../config/exact-text.ts';
import type { ClientFile } from '../plan/move-plan.ts';

/** How a client's file is read. */
export interface ClientFileOptions {
  readonly places: Places;
  /** @default by the file's name and what is in it */
  readonly dialect?: Dialect;
  /** The project whose file it is, absolute. */
  readonly projectFolder?: string;
}

/**
 * Reads a file of servers; absent when there is none. Never throws: one that can't be read has no servers and says why.
 *
 * @param file absolute.
 */
export async function readClientFile(file: string, options: ClientFileOptions): Promise<ClientFile | undefined> {
  try {
    const bytes = await readBytes(file);
    return bytes && { file, bytes, found: readForeignFile(exactText(bytes, file), { file, ...options }) };
  } catch (error) {
    return { file, bytes: undefined, found: unreadable(file, messageOf(error), options) };
  }
}

/** The file a client will read once it is there. */
export function newClientFile(file: string, dialect: Dialect, places: Places): ClientFile {
  return { file, bytes: undefined, found: readForeignFile('', { file, dialect, places }) };
}

function unreadable(file: string, message: string, options: ClientFileOptions): ClientFile['found'] {
  const { dialect } = readForeignFile('', { file, ...options });
  const remedy = 'mend that and run this again';
  return { dialect, servers: [], remarks: [{ severity: 'error', path: file, message, remedy }] };
}
