import {
  type Client,
  type McpSubscription,
  ProtocolError,
  ProtocolErrorCode,
  type SubscriptionFilter,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../../base/clock.ts';
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { reopenDelayMs } from '../../transport/http/reopen-delay.ts';
import { NO_LIMIT_MS } from '../raw-request.ts';
import { oneAtATime, type Subscriptions } from '../subscriptions.ts';

/** A subscription that lasted so long was a good one: what ends it then is no failure. */
const LASTING_MS = 10_000;

/** Which lists a server can tell of: the family in its capabilities, the key of the filter, the notification. */
const LISTS = [
  ['tools', 'toolsListChanged'],
  ['prompts', 'promptsListChanged'],
  ['resources', 'resourcesListChanged'],
] as const;

/** What is needed to listen. */
export interface ModernSubscriptionsOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** What the server says it has. */
  readonly capabilities: JsonObject;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly onOddity: (error: Error) => void;
}

/**
 * With a server of 2026-07-28: one stream for changes of its lists, as far as it tells of them, and of the resources that
 * are watched. Another one takes its place when those change, and when it ends: after a second, then later and later, up to a
 * minute. After such a gap everything counts as changed, for it may have. A server that does not know the request is not
 * asked again.
 */
export class ModernSubscriptions implements Subscriptions {
  readonly watch: Subscriptions['watch'] = oneAtATime((uris, signal) => this.#change(uris, signal));
  readonly #options: ModernSubscriptionsOptions;
  readonly #lists: SubscriptionFilter;
  #uris: ReadonlySet<string> = new Set();
  #current: McpSubscription | undefined;
  #failures = 0;
  #hasMissed = false;
  #cancelRetry = () => {};
  #isClosed = false;

  constructor(options: ModernSubscriptionsOptions) {
    this.#options = options;
    const { capabilities } = options;
    const told = LISTS.filter(([family]) => {
      const has = capabilities[family];
      return isJsonObject(has) && has['listChanged'] === true;
    });
    this.#lists = Object.fromEntries(told.map(([, key]) => [key, true]));
  }

  /** Begins to listen for changes of lists. Never rejects: what fails is tried again later. */
  async open(): Promise<void> {
    const { signal } = new AbortController();
    await this.watch(this.#uris, signal).catch((error: unknown) => this.#lost(error));
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    void this.#current?.close();
  }

  async #change(uris: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const old = this.#current;
    const next = await this.#listen(uris, signal);
    this.#uris = uris;
    this.#current = next;
    // Only now, so that nothing is missed in between.
    void old?.close();
    if (next !== undefined && this.#hasMissed) this.#tellAll();
  }

  async #listen(uris: ReadonlySet<string>, signal: AbortSignal): Promise<McpSubscription | undefined> {
    const { client, clock } = this.#options;
    const resources = uris.size === 0 ? {} : { resourceSubscriptions: [...uris] };
    const filter: SubscriptionFilter = { ...this.#lists, ...resources };
    if (this.#isClosed || Object.keys(filter).length === 0) return undefined;
    // The signal is for the opening alone; the SDK would end the subscription with it.
    const opening = new AbortController();
    const stop = () => opening.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    try {
      const subscription = await client.listen(filter, { signal: opening.signal, timeout: NO_LIMIT_MS });
      const honoured = subscription.honoredFilter.resourceSubscriptions ?? [];
      if (uris.size > 0 && honoured.length === 0) {
        void subscription.close();
        throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'the server does not tell of changes to resources');
      }
      const since = clock.now();
      void subscription.closed.then((cause) => {
        if (cause === 'local' || this.#current !== subscription) return;
        this.#current = undefined;
        if (clock.now() - since >= LASTING_MS) this.#failures = 0;
        this.#lost(new Error('the stream of changes ended'));
      });
      return subscription;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #lost(error: unknown): void {
    if (this.#isClosed) return;
    this.#hasMissed = true;
    const { clock, onOddity } = this.#options;
    onOddity(error instanceof Error ? error : new Error(String(error)));
    if (ProtocolError.isInstance(error) && error.code === ProtocolErrorCode.MethodNotFound) return;
    this.#cancelRetry();
    this.#cancelRetry = clock.schedule(reopenDelayMs(this.#failures++), () => void this.#again());
  }

  async #again(): Promise<void> {
    if (this.#current === undefined) await this.open();
  }

  #tellAll(): void {
    const { onNotification } = this.#options;
    this.#hasMissed = false;
    for (const [family, key] of LISTS) if (this.#lists[key]) onNotification(`notifications/${family}/list_changed`, {});
    for (const uri of this.#uris) onNotification('notifications/resources/updated', { uri });
  }
}
