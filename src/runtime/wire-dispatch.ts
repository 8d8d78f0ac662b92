import { createPolicy } from '../disclosure/policy/policy.ts';
import type { DispatchConfig } from '../dispatch/config.ts';
import { createSession, type SessionOptions } from '../dispatch/create-session.ts';
import type { Session, SessionFactory } from '../dispatch/session.ts';
import type { CallslipConfig } from './config.ts';
import { createFileResultStore } from './cache/file-result-store.ts';
import type { Home } from './home.ts';

/** The sessions of a runtime. */
export interface Sessions {
  /** A factory whose sessions follow the configuration, and `rules` where they say something else. */
  readonly factory: (rules: Partial<DispatchConfig>) => SessionFactory;
  /** Closes every open session. */
  close(): Promise<void>;
}

/** Wires sessions to the configuration; long results are kept in the home. */
export function wireSessions({
  registry,
  hooks,
  approvals,
  clock,
  logger,
  config,
  home,
}: Pick<SessionOptions, 'registry' | 'hooks' | 'approvals' | 'clock' | 'logger'> & {
  readonly config: CallslipConfig;
  readonly home: Home;
}): Sessions {
  const open = new Set<Session>();
  const shared = {
    registry,
    policy: createPolicy({ toolSearch: config.toolSearch, core: registry.core }),
    resultStore: createFileResultStore(home.resultsFolder),
    ...(hooks === undefined ? {} : { hooks }),
    ...(approvals === undefined ? {} : { approvals }),
    ...(clock === undefined ? {} : { clock }),
    ...(logger === undefined ? {} : { logger }),
  };
  return {
    factory: (rules) => ({
      createSession(scope) {
        const session = createSession({ ...shared, config: { ...config.dispatch, ...rules }, scope });
        const tracked: Session = {
          ...session,
          close() {
            open.delete(tracked);
            return session.close();
          },
        };
        open.add(tracked);
        return tracked;
      },
    }),
    async close() {
      await Promise.all([...open].map((session) => session.close()));
    },
  };
}
