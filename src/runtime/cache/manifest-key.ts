import { createHmac } from 'node:crypto';
import { stableJson } from '../../base/stable-json.ts';
import type { ServerConfig } from '../../mcp/config.ts';

/**
 * A name for everything that decides which server an entry leads to: its label, and its endpoint with variables filled
 * in, for a program without a folder of its own also the folder it is started in. Another token, another address: another
 * name. Nothing can be read or guessed from it without `salt`.
 *
 * @param salt random, kept beside the manifests.
 */
export function manifestKey({ label, endpoint }: ServerConfig, salt: string, folder: string): string {
  const at = endpoint.kind === 'stdio' ? { folder: endpoint.cwd ?? folder } : {};
  return createHmac('sha256', salt)
    .update(stableJson({ label, endpoint, ...at }))
    .digest('hex')
    .slice(0, 40);
}
