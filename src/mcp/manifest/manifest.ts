import type { Implementation } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { ServerConfig } from '../config.ts';
import type { Generation } from '../connection/connection.ts';

/** What is remembered of a server, so that its tools can be found before it runs. As it came, and untrusted. */
export interface Manifest {
  readonly serverInfo?: Implementation;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
  readonly generation?: Generation;
  /** Entries of `tools/list`, whole. */
  readonly tools: readonly unknown[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
}

/**
 * Keeps manifests, each under everything its entry comes to once variables are filled in: another token or address is
 * another server. Neither call rejects: a manifest that can't be read is none, and one that can't be kept is told to the
 * operator.
 */
export interface ManifestStore {
  read(config: ServerConfig): Promise<Manifest | undefined>;
  write(config: ServerConfig, manifest: Manifest): Promise<void>;
}
