import path from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { isForeignServer } from '../../mcp/import/own-entry.ts';
import { projectFolderOf } from '../../mcp/import/project-folder.ts';
import { readForeignFile } from '../../mcp/import/read-foreign-file.ts';
import { readConfigFile } from '../../runtime/config-file.ts';
import type { LoadedConfig } from '../../runtime/load-config.ts';
import type { McpJsonFile } from '../../runtime/mcp-json-file.ts';
import { placesOf } from '../../runtime/places-of.ts';

/** A server where it is written. */
export interface WrittenServer {
  readonly label: string;
  /** Absolute. */
  readonly file: string;
  /** `config`: under `mcp_servers` of a configuration. `client`: in a file of a client's, which is only read. */
  readonly kind: 'config' | 'client';
  /** In the keys of `mcp_servers`, nothing filled in; absent when it can't be brought into them. */
  readonly entry: JsonObject | undefined;
  /** `counts`: it is used. `covered`: another of its name is. `untrusted`: it waits for a word of the user. */
  readonly standing: 'counts' | 'covered' | 'untrusted';
}

type Found = Omit<WrittenServer, 'standing'>;

/** Every server of the configuration, wherever it is written, file by file. */
export async function writtenServers(loaded: LoadedConfig): Promise<readonly WrittenServer[]> {
  const { files, project, mcpJson } = loaded;
  const isUntrusted = (file: string) => project?.trusted === false && file === project.configFile;
  const configs = await Promise.all(files.map(async (file) => inConfig(file, await readConfigFile(file))));
  const own = configs.flat();
  const foreign = mcpJson.flatMap((file) => inClientFile(file, loaded));
  const waiting = project?.trusted === false ? project.mcpJson.flatMap((file) => inClientFile(file, loaded)) : [];
  // A project's configuration lies over the home's, and both over what clients' files say.
  const byRank = [...own.filter(({ file }) => !isUntrusted(file)).toReversed(), ...foreign];
  const counting = new Set(new Map(byRank.toReversed().map((server) => [server.label, server])).values());
  return [
    ...[...own, ...foreign].map((server): WrittenServer => {
      if (isUntrusted(server.file)) return { ...server, standing: 'untrusted' };
      return { ...server, standing: counting.has(server) ? 'counts' : 'covered' };
    }),
    ...waiting.map((server): WrittenServer => ({ ...server, standing: 'untrusted' })),
  ];
}

function inConfig(file: string, values: JsonObject = {}): readonly Found[] {
  const servers = values['mcp_servers'];
  if (!isJsonObject(servers)) return [];
  const named = Object.entries(servers).filter(([label]) => label.trim() !== '');
  return named.map(([label, entry]) => ({ label, file, kind: 'config', entry: asEntry(entry) }));
}

function inClientFile({ file, content }: McpJsonFile, { environment }: LoadedConfig): readonly Found[] {
  if (content === undefined) return [];
  const places = placesOf({ cwd: path.dirname(file), environment });
  const { servers } = readForeignFile(content, { file, places, projectFolder: projectFolderOf(file, places) });
  return servers.filter(isForeignServer).map(({ label, entry }) => ({ label, file, kind: 'client', entry }));
}

function asEntry(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
