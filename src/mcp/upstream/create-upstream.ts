import type { Content } from '../../base/call/content.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { SourceState } from '../../registry/source.ts';
import { publishable, publishedName } from '../../registry/tool/published-name.ts';
import type { Connection } from '../connection/connection.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { promptOverride } from './offered-list.ts';
import { OfferedLists } from './offered-lists.ts';
import { createRequester, type RequesterOptions, requestError } from './request.ts';
import { createResourceWatches } from './resource-watches.ts';
import { isExcluded, isIncluded } from './selection.ts';
import { createShownLinks } from './shown-links.ts';
import { fitsTemplate } from './template-match.ts';
import type { OfferingKind, Upstream } from './upstream.ts';

/** What passing on a server's prompts and resources takes. */
export interface UpstreamOptions extends RequesterOptions {
  readonly logger: Logger;
  readonly state: () => SourceState;
  /** The connection that all share, awaited where it is to come. */
  readonly shared: (signal: AbortSignal) => Promise<Connection>;
  /** Wakes the server and keeps it up until the returned function is called. */
  readonly hold: () => () => void;
  /** Told when what is listed may have changed. */
  readonly onChange: (kind: OfferingKind) => void;
}

/** A server's upstream, and what its source tells it. */
export interface ServerUpstream {
  readonly upstream: Upstream;
  /** A connection that all share is ready. */
  connected(connection: Connection): void;
  /** The server told something over it. */
  notified(method: string, params: JsonObject): void;
  /** It is ready, restarts, or was given up. */
  stateChanged(): void;
  /** A call's result is given to a session. */
  showed(sessionId: string, content: readonly Content[]): void;
  /** What is known of its lists, for the next run. */
  lists(): Pick<Manifest, OfferingKind>;
  /** What was known in an earlier run; counts until the server itself has been asked. */
  remember(manifest: Pick<Manifest, OfferingKind | 'capabilities'>): void;
}

/** What one server offers beside tools, and the way to ask it. */
export function createUpstream(options: UpstreamOptions): ServerUpstream {
  const { config, clock, logger, state, mask } = options;
  const { label } = config;
  const warn = (reason: string) => logger.warn(mask(reason), { server: label });
  const lists = new OfferedLists({ ...options, warn });
  const links = createShownLinks();
  const watches = createResourceWatches({ ...options, label, clock, limitMs: config.startTimeoutMs, warn });
  let capabilities: JsonObject = {};

  const mayReach = (uri: string) => {
    const [resources, templates] = [lists.known('resources'), lists.known('resourceTemplates')];
    const fits = ({ uriTemplate }: JsonObject) => fitsTemplate(uri, String(uriTemplate));
    if (isExcluded(config.resources, uri)) return false;
    if (resources.shown.some((entry) => entry['uri'] === uri) || templates.shown.some(fits)) return true;
    return isIncluded(config.resources, uri) && !templates.whole.some(fits);
  };

  return {
    upstream: {
      label,
      toolset: `mcp-${label}`,
      get state() {
        return state();
      },
      get capabilities() {
        return capabilities;
      },
      list: (kind, signal) => lists.list(kind, signal),
      promptName(ownName) {
        const name = promptOverride(config, ownName)?.name;
        return name === undefined ? publishedName(label, ownName) : publishable(name);
      },
      mayReach,
      hasShown: links.has,
      request: createRequester(options),
      watchResource: (uri, listener, signal) =>
        watches.watch(uri, listener, signal).catch((error: unknown) => {
          throw requestError(error, signal, options);
        }),
    },
    connected(connection) {
      capabilities = connection.serverCapabilities;
      lists.connected(connection);
      watches.connected(connection);
    },
    notified(method, params) {
      lists.notified(method);
      if (method === 'notifications/resources/updated') watches.updated(params);
    },
    stateChanged: () => lists.stateChanged(),
    showed: links.see,
    lists: () => ({
      prompts: lists.known('prompts').whole,
      resources: lists.known('resources').whole,
      resourceTemplates: lists.known('resourceTemplates').whole,
    }),
    remember(manifest) {
      capabilities = manifest.capabilities;
      lists.remember(manifest);
    },
  };
}
