import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CallslipError } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import { stableJson } from '../base/stable-json.ts';
import { makeFolder } from './cache/make-folder.ts';
import { readText } from './config-file.ts';
import type { Home } from './home.ts';
import type { McpJsonFile } from './mcp-json-file.ts';

/** What any project may set: how tools are shown. */
const FREE_SECTIONS: ReadonlySet<string> = new Set(['model', 'tools']);
/** In these, a project may refuse more than the home does. */
const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['agent', 'disabled_toolsets'],
  ['approvals', 'deny_tools'],
]);

/** A project's configuration in two parts. */
export interface SplitConfig {
  /** What counts in any case. */
  readonly free: JsonObject;
  /** What counts only in a trusted project: whatever starts a program, opens a door or grants something. */
  readonly guarded: JsonObject;
}

/** Splits a project's configuration by whether it needs trust. A section that nobody knows needs it. */
export function splitByTrust(values: JsonObject): SplitConfig {
  const free = new Map<string, Json | undefined>();
  const guarded = new Map<string, Json | undefined>();
  for (const [section, value] of Object.entries(values)) {
    const refusal = REFUSALS.get(section);
    if (FREE_SECTIONS.has(section)) {
      free.set(section, value);
    } else if (refusal !== undefined && isJsonObject(value) && value[refusal] !== undefined) {
      const { [refusal]: refused, ...rest } = value;
      free.set(section, { [refusal]: refused });
      if (Object.keys(rest).length > 0) guarded.set(section, rest);
    } else {
      guarded.set(section, value);
    }
  }
  return { free: Object.fromEntries(free), guarded: Object.fromEntries(guarded) };
}

/** What a trust decision is about: the guarded part and the text of each `mcp.json` it names. 64 hex digits. */
export function trustDigest(guarded: JsonObject, mcpJson: readonly McpJsonFile[]): string {
  return sha256Hex(stableJson([guarded, mcpJson.map(({ file, content }) => [file, content ?? null])]));
}

/** Whether exactly this was trusted for the project. A trust file that can't be read trusts nothing. */
export async function isTrusted(home: Home, projectFolder: string, digest: string): Promise<boolean> {
  const projects = await readProjects(home).catch(() => new Map<string, string>());
  return projects.get(projectFolder) === digest;
}

/**
 * Notes that the project may do what it asks for now; a later change needs a new decision.
 *
 * @throws CallslipError `invalid-config` when the trust file is there and can't be read, or its folder can't be made.
 */
export async function recordTrust(home: Home, projectFolder: string, digest: string): Promise<void> {
  const projects = await readProjects(home);
  projects.set(projectFolder, digest);
  const content = `${JSON.stringify({ version: 1, projects: Object.fromEntries(projects) }, undefined, 2)}\n`;
  await makeFolder(path.dirname(home.trustFile));
  const fresh = `${home.trustFile}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, content, { mode: 0o600, flag: 'wx' });
  await rename(fresh, home.trustFile);
}

async function readProjects(home: Home): Promise<Map<string, string>> {
  const content = await readText(home.trustFile);
  if (content === undefined) return new Map();
  const held = parse(content);
  const projects = isJsonObject(held) ? held['projects'] : undefined;
  if (!isJsonObject(projects)) {
    const message = `${home.trustFile} is not as Callslip wrote it; remove it and trust your projects again`;
    throw new CallslipError('invalid-config', message, { data: { file: home.trustFile } });
  }
  return new Map(
    Object.entries(projects).flatMap(([folder, digest]) => (typeof digest === 'string' ? [[folder, digest]] : [])),
  );
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
