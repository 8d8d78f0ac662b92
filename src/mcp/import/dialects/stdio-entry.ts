import type { JsonObject } from '../../../base/json.ts';
import type { Launch } from '../dialect.ts';

/** A program as most clients write it down: `command`, `args`, and `env` when there is something in it. */
export function stdioEntry({ command, args, env }: Launch): JsonObject {
  return { command, args: [...args], ...(Object.keys(env).length > 0 ? { env: { ...env } } : {}) };
}
