import type { ServerConfig } from '../../mcp/config.ts';
import type { Manifest, ManifestStore } from '../../mcp/manifest/manifest.ts';

/**
 * Reads what is remembered of these servers now. The store that is given back answers for each of them once without
 * touching the disk, so that its tools are registered in the same turn in which it is started.
 */
export async function readAhead(store: ManifestStore, configs: readonly ServerConfig[]): Promise<ManifestStore> {
  const ahead = new Map<ServerConfig, Manifest | undefined>();
  await Promise.all(configs.map(async (config) => ahead.set(config, await store.read(config))));
  return {
    write: store.write,
    async read(config) {
      if (!ahead.has(config)) return store.read(config);
      const manifest = ahead.get(config);
      ahead.delete(config);
      return manifest;
    },
  };
}
