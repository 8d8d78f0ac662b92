import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPackageRegistry } from '../fixtures/package-registry/package-registry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** This package as a user has it who installed it from a registry. */
export interface InstalledPackage {
  /** Was empty before; holds `node_modules` now. */
  readonly folder: string;
  /** Empty. */
  readonly elsewhere: string;
  /** The packed package. */
  readonly archive: string;
  /** Of every program that is started there: of the tester's own only `PATH`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a program to its end, in the folder unless told otherwise. Rejects when it ends with another code than 0. */
  run(command: string, args: readonly string[], cwd?: string): Promise<{ stdout: string; stderr: string }>;
  /** Ends the registry; what is installed stays. */
  stopRegistry(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Packs what is built and installs it in an empty folder for production, as its users do. The registry is one on loopback
 * with the packages that are installed here for production.
 */
export async function installPacked(): Promise<InstalledPackage> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-install-')));
  const [folder, elsewhere, home] = ['empty', 'elsewhere', 'home'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([folder, elsewhere, home].map((each) => mkdir(each)));
  const environment: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CALLSLIP_HOME: path.join(home, 'callslip'),
    npm_config_cache: path.join(root, 'cache'),
    npm_config_userconfig: path.join(root, 'no-npmrc'),
    npm_config_update_notifier: 'false',
  };
  const run: InstalledPackage['run'] = (command, args, cwd = folder) =>
    promisify(execFile)(command, [...args], { cwd, env: environment, maxBuffer: 1 << 26 });
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], ROOT);
  const archive = path.join(root, fileNameIn(packed.stdout));
  const registry = await startPackageRegistry(await productionFolders(), { root: ROOT, archive });
  environment['npm_config_registry'] = registry.url;
  await run('npm', ['install', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund', archive]);
  return {
    folder,
    elsewhere,
    archive,
    environment,
    run,
    stopRegistry: registry.close,
    remove: () => rm(root, { recursive: true, maxRetries: 3 }),
  };
}

/** npm answers an array, newer ones an object by package name. */
function fileNameIn(answer: string): string {
  const packed: readonly { filename: string }[] = Object.values(JSON.parse(answer));
  return packed[0]?.filename ?? '';
}

/** Folders of the packages that the lockfile lists for production. */
async function productionFolders(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; optional?: boolean }>(packages)
    .filter(([at, { dev, optional }]) => at !== '' && dev !== true && optional !== true)
    .map(([at]) => path.join(ROOT, at));
}
