import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { readConfigFile, readEnvFile } from './config-file.ts';
import { type Home, resolveHome } from './home.ts';
import { type McpJsonFile, mcpJsonNames, readMcpJsonFiles } from './mcp-json-file.ts';
import { mergeConfig } from './merge-config.ts';
import { isTrusted, splitByTrust, trustDigest } from './project-trust.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the configuration comes from. */
export interface ConfigOptions {
  /** A file in place of the home's and the project's. */
  readonly configFile?: string;
  /** The configuration itself; no configuration file is read then. Relative paths in it start at `cwd`. */
  readonly values?: JsonObject;
  /** Further `mcp.json` files. */
  readonly mcpJson?: readonly string[];
  /** Where relative paths start, and where a project's `.callslip` is looked for. @default the process's own */
  readonly cwd?: string;
  /** @default `process.env` */
  readonly environment?: Environment;
}

/** A project with a `.callslip/config.yaml` of its own. */
export interface Project {
  /** Its real path: what trust is noted for. */
  readonly folder: string;
  readonly configFile: string;
  /** False when it asks for something that needs trust and has not got it: that part does not count. */
  readonly trusted: boolean;
  /** What a trust decision is about. */
  readonly digest: string;
  /** The part that needs trust, and its `mcp.json` files. */
  readonly guarded: JsonObject;
  readonly mcpJson: readonly McpJsonFile[];
}

/** The configuration as written and merged: nothing is expanded, no default filled in. */
export interface LoadedConfig {
  readonly home: Home;
  /** The process's variables over those of the home's `.env`. */
  readonly environment: Environment;
  readonly values: JsonObject;
  /** The files that were read, the ones that count least first. */
  readonly files: readonly string[];
  readonly mcpJson: readonly McpJsonFile[];
  readonly project: Project | undefined;
}

interface Layer {
  readonly file: string;
  readonly values: JsonObject;
  readonly mcpJson: readonly McpJsonFile[];
}

/**
 * Reads the configuration: one named file, or the home's with the project's laid over it.
 *
 * @throws CallslipError `invalid-config` when a file can't be read, with its place, or when the named one is missing.
 */
export async function loadConfig(options: ConfigOptions = {}): Promise<LoadedConfig> {
  const cwd = options.cwd ?? process.cwd();
  const own = options.environment ?? process.env;
  const home = resolveHome(own);
  const environment = { ...(await readEnvFile(home.envFile)), ...own };
  const further = await readMcpJsonFiles(options.mcpJson ?? [], cwd);
  const { layers, project } = await readLayers(options, home, cwd);
  return {
    home,
    environment,
    values: layers.reduce<JsonObject>((merged, layer) => mergeConfig(merged, layer.values), {}),
    files: layers.map(({ file }) => file).filter((file) => file !== ''),
    mcpJson: [...layers.flatMap((layer) => layer.mcpJson), ...further],
    project,
  };
}

async function readLayers(
  { configFile, values }: ConfigOptions,
  home: Home,
  cwd: string,
): Promise<{ readonly layers: readonly Layer[]; readonly project: Project | undefined }> {
  if (values !== undefined) return { layers: [await toLayer('', values, cwd)], project: undefined };
  if (configFile !== undefined) {
    const file = path.resolve(cwd, configFile);
    const named = await readLayer(file);
    if (named !== undefined) return { layers: [named], project: undefined };
    throw new CallslipError('invalid-config', `${file} does not exist`, { data: { file } });
  }
  const homeLayer = await readLayer(home.configFile);
  const own = await readProject(home, cwd);
  const layers = [homeLayer, own?.layer].filter((layer) => layer !== undefined);
  return { layers, project: own?.project };
}

async function readLayer(file: string): Promise<Layer | undefined> {
  const values = await readConfigFile(file);
  return values && toLayer(file, values, path.dirname(file));
}

async function toLayer(file: string, values: JsonObject, folder: string): Promise<Layer> {
  return { file, values, mcpJson: await readMcpJsonFiles(mcpJsonNames(values), folder) };
}

/** The project in `cwd`, if it has a configuration that is not the home's, and what of it counts. */
async function readProject(home: Home, cwd: string) {
  const folder = await realpath(cwd);
  const configFile = path.join(folder, '.callslip', 'config.yaml');
  if (configFile === (await realpath(home.configFile).catch(() => home.configFile))) return undefined;
  const read = await readLayer(configFile);
  if (read === undefined) return undefined;
  const { free, guarded } = splitByTrust(read.values);
  const digest = trustDigest(guarded, read.mcpJson);
  const trusted = Object.keys(guarded).length === 0 || (await isTrusted(home, folder, digest));
  const project: Project = { folder, configFile, trusted, digest, guarded, mcpJson: read.mcpJson };
  return { project, layer: trusted ? read : { file: configFile, values: free, mcpJson: [] } };
}
