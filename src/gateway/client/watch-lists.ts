import { messageOf } from '../../base/errors.ts';
import { AT_ONCE, type Viewer } from '../offerings/granted.ts';
import { promptPage, resourcePage, templatePage } from '../offerings/offered-page.ts';
import { type ListWatch, watchList } from './list-changed.ts';

/** What a client can be told has changed. */
export type ChangeableList = 'tools' | 'prompts' | 'resources';
/** What a client is given; of resources and their templates there is one notice for both. */
type GivenList = 'tools' | 'prompts' | ResourcePart;
type ResourcePart = 'resources' | 'templates';

/** Watches over all lists of one client, or of all clients of one kind. */
export interface ListWatches {
  /** The client was given the list with this fingerprint. */
  seen(list: GivenList, fingerprint: string): void;
  /** Looks again, as after a change. */
  recheck(): void;
  close(): void;
}

/** What watches work with. */
export interface ListWatchesOptions {
  readonly viewer: Viewer;
  /** Resolves when it is known who the client is; its session must not begin before. @default it is known */
  readonly met?: Promise<unknown>;
  /** Fingerprint of the tools that the client would be given now. */
  readonly tools: () => Promise<string>;
  /** Tells the client; false when it can't be told now, and is to be told later. Never throws. */
  readonly notify: (list: ChangeableList) => boolean;
}

/** Calls a listener at each change; the returned function ends that. */
type Subscribe = (listener: () => void) => () => void;

/** Begins to watch; each list as `watchList` says. */
export function watchLists({ viewer, met, tools, notify }: ListWatchesOptions): ListWatches {
  const { registry, upstreams, onReload, clock, logger } = viewer.parts;
  const toAll = (...subscriptions: readonly Subscribe[]) => {
    return (listener: () => void) => {
      const ends = subscriptions.map((subscribe) => subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    };
  };
  const toTools = toAll(registry.subscribe, onReload);
  // What a session is granted may depend on the registry.
  const toOfferings = toAll(toTools, upstreams.subscribe);
  const watch = (list: ChangeableList, fingerprint: () => Promise<string>) =>
    watchList({
      subscribe: list === 'tools' ? toTools : toOfferings,
      clock,
      fingerprint: async () => {
        await met;
        return fingerprint();
      },
      notify: () => notify(list),
      onError: (error) => logger.warn(`the list of ${list} could not be compared`, { message: messageOf(error) }),
    });

  const given: Record<ResourcePart, string> = { resources: '', templates: '' };
  const isGiven = new Set<ResourcePart>();
  const watches: Readonly<Record<ChangeableList, ListWatch>> = {
    tools: watch('tools', tools),
    prompts: watch('prompts', async () => (await promptPage(viewer, AT_ONCE)).fingerprint),
    resources: watch('resources', async () => {
      const pages = await Promise.all([resourcePage(viewer, AT_ONCE), templatePage(viewer, AT_ONCE)]);
      const now = { resources: pages[0].fingerprint, templates: pages[1].fingerprint };
      // A part that the client never asked for is as it should be.
      for (const part of ['resources', 'templates'] as const) if (!isGiven.has(part)) given[part] = now[part];
      return `${now.resources} ${now.templates}`;
    }),
  };
  return {
    seen(list, fingerprint) {
      if (list === 'tools' || list === 'prompts') return watches[list].seen(fingerprint);
      isGiven.add(list);
      given[list] = fingerprint;
      watches.resources.seen(`${given.resources} ${given.templates}`);
    },
    recheck() {
      for (const each of Object.values(watches)) each.recheck();
    },
    close() {
      for (const each of Object.values(watches)) each.close();
    },
  };
}
