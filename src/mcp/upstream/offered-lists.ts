import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import type { SourceState } from '../../registry/source.ts';
import type { ServerConfig } from '../config.ts';
import type { Connection } from '../connection/connection.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { createRefresher, type Refresher } from '../server/refresh.ts';
import { createOfferedList, type OfferedList } from './offered-list.ts';
import type { OfferingKind } from './upstream.ts';

/** What the lists need of their server. */
export interface OfferedListsOptions {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly state: () => SourceState;
  /** Told when what is listed may have changed. */
  readonly onChange: (kind: OfferingKind) => void;
  /** Told why a list could not be had, or may not be whole. */
  readonly warn: (reason: string) => void;
}

const KINDS: readonly OfferingKind[] = ['prompts', 'resources', 'resourceTemplates'];
/** What one kind of notice says may have changed. */
const NOTICES: Readonly<Record<string, readonly OfferingKind[]>> = {
  'notifications/prompts/list_changed': ['prompts'],
  'notifications/resources/list_changed': ['resources', 'resourceTemplates'],
};

/**
 * The lists of one server beside its tools. Read when a connection is ready, and again when the server says that they
 * changed, at a bounded rate; in between, and while it sleeps or restarts, what was read last counts. One that could not
 * be read is tried again when it is asked for.
 */
export class OfferedLists {
  readonly #options: OfferedListsOptions;
  readonly #lists: Readonly<Record<OfferingKind, OfferedList>>;
  readonly #reading = new Map<OfferingKind, Promise<boolean>>();
  readonly #failed = new Set<OfferingKind>();
  readonly #waiting = new Set<() => void>();
  #refreshers = new Map<string, Refresher>();
  #connection: Connection | undefined;

  constructor(options: OfferedListsOptions) {
    this.#options = options;
    const create = (kind: OfferingKind) => createOfferedList(kind, options.config, options.clock, options.warn);
    this.#lists = {
      prompts: create('prompts'),
      resources: create('resources'),
      resourceTemplates: create('resourceTemplates'),
    };
  }

  /** What is shown now; waits for a server that is starting, but not beyond the signal. Never rejects. */
  async list(kind: OfferingKind, signal: AbortSignal): Promise<readonly JsonObject[]> {
    if (!this.#isDown() && this.#isMissing(kind)) await unlessAborted(signal, () => this.#arrival(kind));
    return this.#isDown() ? [] : this.#lists[kind].shown;
  }

  /** What is known of a list, shown or not, without asking. */
  known(kind: OfferingKind): Pick<OfferedList, 'whole' | 'shown'> {
    return this.#lists[kind];
  }

  remember(manifest: Pick<Manifest, OfferingKind>): void {
    // All of them first: who is told of one may look at the others.
    for (const kind of KINDS) this.#lists[kind].remember(manifest[kind]);
    this.#tellOfAll();
  }

  connected(connection: Connection): void {
    this.#stopRefreshers();
    this.#connection = connection;
    const { clock } = this.#options;
    this.#refreshers = new Map(
      Object.entries(NOTICES).map(([notice, kinds]) => [
        notice,
        createRefresher({ clock, run: () => this.#refresh(kinds, connection) }),
      ]),
    );
    void this.#refresh(KINDS, connection);
    void connection.closed.then(() => {
      if (this.#connection !== connection) return;
      this.#stopRefreshers();
      this.#connection = undefined;
    });
    this.#wake();
  }

  /** The server told something. */
  notified(method: string): void {
    this.#refreshers.get(method)?.notice();
  }

  /** What is listed depends on whether the server is there at all. */
  stateChanged(): void {
    this.#wake();
    this.#tellOfAll();
  }

  /** One at a time of a kind; whoever asks meanwhile shares it. */
  #read(kind: OfferingKind, from: Connection): Promise<boolean> {
    const running = this.#reading.get(kind);
    if (running !== undefined) return running;
    const reading = this.#readOnce(kind, from).finally(() => this.#reading.delete(kind));
    this.#reading.set(kind, reading);
    return reading;
  }

  async #readOnce(kind: OfferingKind, from: Connection): Promise<boolean> {
    const { onChange, warn } = this.#options;
    try {
      const isChanged = await this.#lists[kind].read(from);
      this.#failed.delete(kind);
      if (isChanged) onChange(kind);
      return isChanged;
    } catch (error) {
      this.#failed.add(kind);
      // That its connection ended meanwhile is told elsewhere, or was asked for.
      if (this.#connection === from) warn(`${kind} could not be listed: ${messageOf(error)}`);
      return false;
    }
  }

  async #refresh(kinds: readonly OfferingKind[], from: Connection): Promise<boolean> {
    // What is being read may have begun before the notice.
    await Promise.all(kinds.map((kind) => this.#reading.get(kind)));
    return (await Promise.all(kinds.map((kind) => this.#read(kind, from)))).includes(true);
  }

  /** Resolves when there is something to look at, or nothing to wait for. */
  async #arrival(kind: OfferingKind): Promise<void> {
    while (this.#isComing()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    if (this.#connection !== undefined && this.#isMissing(kind)) await this.#read(kind, this.#connection);
  }

  #isMissing(kind: OfferingKind): boolean {
    return !this.#lists[kind].isKnown || this.#failed.has(kind);
  }

  #isComing(): boolean {
    const state = this.#options.state();
    return this.#connection === undefined && (state === 'starting' || state === 'restarting');
  }

  #isDown(): boolean {
    const state = this.#options.state();
    return state === 'failed' || state === 'disabled';
  }

  #tellOfAll(): void {
    for (const kind of KINDS) if (this.#lists[kind].shown.length > 0) this.#options.onChange(kind);
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }

  #stopRefreshers(): void {
    for (const refresher of this.#refreshers.values()) refresher.stop();
    this.#refreshers.clear();
  }
}

/** Waits for work, but not beyond the signal. Never rejects. */
function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    work().then(end, end);
  });
}
