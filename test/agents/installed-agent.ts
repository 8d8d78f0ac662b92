import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const AGENTS = fileURLToPath(new URL('../../agents', import.meta.url));

/** How to get an agent that is missing. */
export const HOW_TO_INSTALL = 'node agents/install.mjs';

/** The program of an agent of `agents/package.json`, for Node to run; nothing unless that very version is installed. */
export function installedAgent(name: string): string | undefined {
  const { dependencies } = readPackage(AGENTS) as { dependencies: Record<string, string> };
  const folder = path.join(AGENTS, 'node_modules', name);
  const installed = readPackage(folder);
  if (installed === undefined || installed.version !== dependencies[name]) return undefined;
  return path.join(folder, Object.values(installed.bin ?? {})[0] as string);
}

function readPackage(folder: string): { version?: string; bin?: Record<string, string> } | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
