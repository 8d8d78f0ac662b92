import type { ClientFiles, Dialect } from '../../mcp/import/dialect.ts';
import { DIALECTS } from '../../mcp/import/dialects.ts';
import type { Places } from '../../mcp/import/places.ts';
import type { ClientFile } from '../plan/move-plan.ts';
import { readClientFile } from './read-client-file.ts';

/** A client of this machine, by the file in which it looks for servers. */
export interface FoundClient extends ClientFile {
  readonly dialect: Dialect;
  /** `project`: shared with everybody who works on the project in the working directory. */
  readonly scope: 'user' | 'project';
}

/** Every client that has such a file here: the user's own, in the order of the dialects, then those of the project. */
export async function findClients(places: Places): Promise<readonly FoundClient[]> {
  const known = DIALECTS.map((dialect) => ({ dialect, files: dialect.files?.(places) ?? { user: [], project: [] } }));
  const found = await Promise.all([
    ...known.map(({ dialect, files }) => findFirst(files.user, dialect, 'user', places)),
    ...known.map(({ dialect, files }) => findFirst(onlyProjects(files), dialect, 'project', places)),
  ]);
  return found.filter((client) => client !== undefined);
}

/** In the user's own folder, a project's file is the user's. */
function onlyProjects({ user, project }: ClientFiles): readonly string[] {
  return project.filter((file) => !user.includes(file));
}

/** Of several places the first that has a file is the one the client uses. */
async function findFirst(
  files: readonly string[],
  dialect: Dialect,
  scope: FoundClient['scope'],
  places: Places,
): Promise<FoundClient | undefined> {
  const project = scope === 'project' ? { projectFolder: places.cwd } : {};
  for (const file of files) {
    const read = await readClientFile(file, { places, dialect, ...project });
    if (read !== undefined) return { ...read, dialect, scope };
  }
  return undefined;
}
