import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** On which machine programs are looked for. */
export interface ProgramPathOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default this process's */
  readonly platform?: NodeJS.Platform;
  /** Where the Node that runs us is, and `npx` beside it. @default this process's */
  readonly nodeFolder?: string;
}

/**
 * `PATH` with the folders behind it where people's programs usually are, as far as they exist. A process started from a
 * desktop has the system's few folders only, and would find neither `npx` nor `uvx`; what `PATH` itself leads to always
 * comes first.
 */
export function programPath({
  environment,
  platform = process.platform,
  nodeFolder = path.dirname(process.execPath),
}: ProgramPathOptions): string {
  const { delimiter } = platform === 'win32' ? path.win32 : path.posix;
  const own = (variable(environment, 'PATH', platform) ?? '').split(delimiter).filter((folder) => folder !== '');
  const usual = platform === 'win32' ? onWindows(environment) : elsewhere(environment);
  const added = [nodeFolder, ...usual].filter((folder) => !own.includes(folder) && isFolder(folder));
  return [...own, ...new Set(added)].join(delimiter);
}

/** The name under which an environment holds `PATH`; Windows does not mind case. */
export function pathName(environment: Readonly<Record<string, unknown>>, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return 'PATH';
  return Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'Path';
}

function variable(
  environment: ProgramPathOptions['environment'],
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  return environment[name === 'PATH' ? pathName(environment, platform) : name];
}

function elsewhere({ HOME: home }: ProgramPathOptions['environment']): readonly string[] {
  const shared = [
    '/opt/homebrew/bin',
    // Homebrew has a user of its own on Linux.
    path.join('/home', 'linuxbrew', '.linuxbrew', 'bin'),
    '/usr/local/bin',
    '/usr/bin',
    '/bin',
    '/snap/bin',
    '/run/current-system/sw/bin',
  ];
  if (home === undefined || !path.isAbsolute(home)) return shared;
  const ofUser = [
    '.local/bin',
    '.volta/bin',
    '.asdf/shims',
    '.local/share/mise/shims',
    '.local/share/fnm/aliases/default/bin',
    '.bun/bin',
    '.deno/bin',
    '.cargo/bin',
    '.pyenv/shims',
    '.npm-global/bin',
    '.nix-profile/bin',
    'go/bin',
    'bin',
  ];
  return [...ofUser.map((folder) => path.join(home, folder)), ...nvmFolder(path.join(home, '.nvm')), ...shared];
}

function onWindows(environment: ProgramPathOptions['environment']): readonly string[] {
  const under = (name: string, ...folders: readonly string[]) => {
    const root = environment[name];
    return root === undefined ? [] : folders.map((folder) => path.win32.join(root, folder));
  };
  return [
    ...under('APPDATA', 'npm'),
    ...under('PROGRAMFILES', 'nodejs', 'Git\\cmd', 'Docker\\Docker\\resources\\bin'),
    ...under('LOCALAPPDATA', 'Volta\\bin', 'Microsoft\\WinGet\\Links', 'Programs\\Python\\Launcher', 'pnpm'),
    ...under('USERPROFILE', '.local\\bin', '.bun\\bin', '.deno\\bin', '.cargo\\bin', 'scoop\\shims', 'go\\bin'),
    ...under('PROGRAMDATA', 'chocolatey\\bin'),
  ];
}

/** nvm has no folder of the version in use; its shell function only puts one into PATH. */
function nvmFolder(nvm: string): readonly string[] {
  try {
    const versions = readdirSync(path.join(nvm, 'versions', 'node')).filter((name) => /^v\d+\.\d+\.\d+$/.test(name));
    const newestFirst = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    const wanted = defaultAlias(nvm);
    const chosen = newestFirst.find((name) => `${name.slice(1)}.`.startsWith(`${wanted}.`)) ?? newestFirst[0];
    return chosen === undefined ? [] : [path.join(nvm, 'versions', 'node', chosen, 'bin')];
  } catch {
    return [];
  }
}

function defaultAlias(nvm: string): string | undefined {
  try {
    return readFileSync(path.join(nvm, 'alias', 'default'), 'utf8')
      .trim()
      .replace(/^v/, '');
  } catch {
    return undefined;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
