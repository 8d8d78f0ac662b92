import path from 'node:path';

/** What decides where a client keeps its files on this machine. */
export interface Places {
  readonly platform: NodeJS.Platform;
  /** The user's own folder, absolute. */
  readonly userFolder: string;
  /** The working directory: where a project's files are looked for. Absolute. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Joins path parts as the platform of `places` does, whatever runs here. */
export function joinPath({ platform }: Places, ...parts: readonly string[]): string {
  return (platform === 'win32' ? path.win32 : path.posix).join(...parts);
}

/**
 * The folder under which desktop programs keep their settings: `~/Library/Application Support` on macOS, `%APPDATA%` on
 * Windows, `$XDG_CONFIG_HOME` or `~/.config` elsewhere.
 */
export function settingsFolder(places: Places): string {
  const { platform, userFolder, environment } = places;
  if (platform === 'darwin') return joinPath(places, userFolder, 'Library', 'Application Support');
  if (platform === 'win32') return environment['APPDATA'] || joinPath(places, userFolder, 'AppData', 'Roaming');
  return environment['XDG_CONFIG_HOME'] || joinPath(places, userFolder, '.config');
}
