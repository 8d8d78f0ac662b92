import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServerConfig } from '../../mcp/config.ts';
import type { Manifest, ManifestStore } from '../../mcp/manifest/manifest.ts';
import { makeFolder } from './make-folder.ts';
import { manifestKey } from './manifest-key.ts';
import { pruneFolder } from './prune-folder.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const KEPT_MS = 30 * 24 * 3_600_000;
/** Goes up when older files can't be read any more. */
const FORMAT = 1;

/** Where manifests are kept, and whom the store tells. */
export interface FileManifestStoreOptions {
  /** Absolute; made when the first manifest is kept. */
  readonly folder: string;
  readonly logger: Logger;
  /** Where programs start that have no folder of their own. @default the process's working directory */
  readonly cwd?: string;
}

/**
 * Keeps each manifest as one file of `folder`, readable by its owner alone, under a keyed hash of the entry. One that was
 * not used for 30 days goes.
 */
export function createFileManifestStore({
  folder,
  logger,
  cwd = process.cwd(),
}: FileManifestStoreOptions): ManifestStore {
  const fileOf = (config: ServerConfig, salt: string) => path.join(folder, `${manifestKey(config, salt, cwd)}.json`);
  return {
    async read(config) {
      try {
        const file = fileOf(config, await readSalt(folder));
        const manifest = parse(await readBounded(file));
        await utimes(file, new Date(), new Date()).catch(() => {});
        return manifest;
      } catch {
        // Not there, or spoilt: the server is asked instead.
        return undefined;
      }
    },
    async write(config, manifest) {
      try {
        await makeFolder(folder);
        await replaceFile(fileOf(config, await saltIn(folder)), JSON.stringify({ format: FORMAT, ...manifest }));
        await pruneFolder(folder, Date.now() - KEPT_MS);
      } catch (error) {
        logger.warn('what a server offers could not be remembered', {
          server: config.label,
          reason: messageOf(error),
        });
      }
    },
  };
}

function parse(text: string): Manifest | undefined {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value) || value['format'] !== FORMAT || !Array.isArray(value['tools'])) return undefined;
  const { format, serverInfo, capabilities, instructions, generation, tools, ...lists } = value;
  return {
    ...(isJsonObject(serverInfo) ? { serverInfo: serverInfo as unknown as Manifest['serverInfo'] & {} } : {}),
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(isJsonObject(generation) ? { generation: generation as unknown as Manifest['generation'] & {} } : {}),
    tools: tools as readonly unknown[],
    prompts: objectsIn(lists['prompts']),
    resources: objectsIn(lists['resources']),
    resourceTemplates: objectsIn(lists['resourceTemplates']),
  };
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

async function readBounded(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw new Error(`${file} is longer than ${MAX_BYTES} bytes`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** A reader never finds half a file, and of two writers the later one counts. */
async function replaceFile(file: string, text: string): Promise<void> {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES} bytes`);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

const saltFile = (folder: string) => path.join(path.dirname(folder), 'manifest-salt');

function readSalt(folder: string): Promise<string> {
  return readFile(saltFile(folder), 'utf8');
}

/** The salt, made where it is missing; processes that make it at the same time all get the same. */
async function saltIn(folder: string): Promise<string> {
  try {
    return await readSalt(folder);
  } catch {
    const draft = `${saltFile(folder)}.${randomBytes(6).toString('hex')}`;
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    // It appears whole or not at all, and never in place of another.
    await link(draft, saltFile(folder)).catch(() => {});
    await rm(draft, { force: true });
    return readSalt(folder);
  }
}
