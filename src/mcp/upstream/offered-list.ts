import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import { type PagedList, readPages } from './read-pages.ts';
import { isTaken } from './selection.ts';
import type { OfferingKind } from './upstream.ts';

/** Deeper values are nothing that a client could show, and would exhaust whoever walks through them. */
const MAX_DEPTH = 100;

/** How a kind of list is read. */
interface Kind extends PagedList {
  /** What a server declares that has it. */
  readonly capability: 'prompts' | 'resources';
  /** What tells one entry from another. */
  readonly key: 'name' | 'uri' | 'uriTemplate';
}

const KINDS: Readonly<Record<OfferingKind, Kind>> = {
  prompts: { capability: 'prompts', key: 'name', method: 'prompts/list', member: 'prompts', noun: 'prompt' },
  resources: { capability: 'resources', key: 'uri', method: 'resources/list', member: 'resources', noun: 'resource' },
  resourceTemplates: {
    capability: 'resources',
    key: 'uriTemplate',
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    noun: 'resource template',
  },
};

/** One list of one server: what it held when it was read last. */
export interface OfferedList {
  /** False until it was read or remembered. */
  readonly isKnown: boolean;
  /** As the server gave it, without what can't be used. */
  readonly whole: readonly JsonObject[];
  /** What is shown of it. */
  readonly shown: readonly JsonObject[];
  /** Takes what was remembered from an earlier run, unless something is known already. */
  remember(entries: readonly JsonObject[]): void;
  /** Asks the server. Tells whether what is shown has changed. Rejects when the list can't be had. */
  read(connection: Connection): Promise<boolean>;
}

/** A list of which nothing is known yet. `warn` is told why one may not be whole. */
export function createOfferedList(
  name: OfferingKind,
  config: ServerConfig,
  clock: Clock,
  warn: (warning: string) => void,
): OfferedList {
  const kind = KINDS[name];
  let whole: readonly JsonObject[] | undefined;
  let shown: readonly JsonObject[] = [];
  const take = (entries: readonly unknown[]) => {
    const usable = usableEntries(entries, kind);
    if (whole !== undefined && JSON.stringify(usable) === JSON.stringify(whole)) return false;
    const hadNone = shown.length === 0;
    whole = usable;
    shown = usable.flatMap((entry) => tailored(name, entry, config));
    return !hadNone || shown.length > 0;
  };
  return {
    get isKnown() {
      return whole !== undefined;
    },
    get whole() {
      return whole ?? [];
    },
    get shown() {
      return shown;
    },
    remember(entries) {
      if (whole === undefined) take(entries);
    },
    async read(connection) {
      if (!isJsonObject(connection.serverCapabilities[kind.capability])) return take([]);
      const { entries, warnings } = await withDeadline(clock, config.startTimeoutMs, undefined, (signal) =>
        readPages(connection.request, kind, signal),
      );
      for (const warning of warnings) warn(warning);
      return take(entries);
    },
  };
}

/** Objects with the text that they are asked for by; of two with the same, the first. */
function usableEntries(entries: readonly unknown[], { key }: Kind): readonly JsonObject[] {
  const byKey = new Map<string, JsonObject>();
  for (const entry of entries) {
    if (!isJsonObject(entry) || nestsBelow(entry, MAX_DEPTH)) continue;
    const id = entry[key];
    if (typeof id === 'string' && id !== '' && !byKey.has(id)) byKey.set(id, entry);
  }
  return [...byKey.values()];
}

function nestsBelow(value: Json | undefined, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member: Json | undefined) => nestsBelow(member, depth - 1));
}

function tailored(kind: OfferingKind, entry: JsonObject, config: ServerConfig): readonly JsonObject[] {
  const selection = kind === 'prompts' ? config.prompts : config.resources;
  if (!isTaken(selection, String(entry[KINDS[kind].key]))) return [];
  const description = kind === 'prompts' ? promptOverride(config, String(entry['name']))?.description : undefined;
  return [description === undefined ? entry : { ...entry, description }];
}

/** How one prompt is shown instead of as its server says. */
type PromptOverride = NonNullable<ServerConfig['prompts']>['override'][string];

/** What the server's entry says of a prompt, by the prompt's own name. */
export function promptOverride({ prompts }: ServerConfig, ownName: string): PromptOverride | undefined {
  return prompts !== undefined && Object.hasOwn(prompts.override, ownName) ? prompts.override[ownName] : undefined;
}
