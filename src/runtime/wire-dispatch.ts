import { createPolicy, type ExposurePolicy } from '../disclosure/policy/policy.ts';
import type { DispatchConfig } from '../dispatch/config.ts';
import { createSession, type SessionOptions } from '../dispatch/create-session.ts';
import type { Session, SessionFactory } from '../dispatch/session.ts';
import { createFileResultStore } from './cache/file-result-store.ts';
import type { CallslipConfig } from './config.ts';
import type { Home } from './home.ts';

/** The sessions of a runtime. */
export interface Sessions {
  /** A factory whose sessions follow the configuration, and `rules` where they say something else. */
  readonly factory: (rules: Partial<DispatchConfig>) => SessionFactory;
  /** Closes every open session. */
  close(): Promise<void>;
}

/**
 * Wires sessions to the configuration as it is when a session is made; long results are kept in the home.
 *
 * @param configNow the configuration; another object after it was read again.
 */
export function wireSessions({
  registry,
  hooks,
  approvals,
  clock,
  logger,
  configNow,
  home,
}: Pick<SessionOptions, 'registry' | 'hooks' | 'approvals' | 'clock' | 'logger'> & {
  readonly configNow: () => CallslipConfig;
  readonly home: Home;
}): Sessions {
  const open = new Set<Session>();
  const shared = {
    registry,
    resultStore: createFileResultStore(home.resultsFolder),
    ...(hooks === undefined ? {} : { hooks }),
    ...(approvals === undefined ? {} : { approvals }),
    ...(clock === undefined ? {} : { clock }),
    ...(logger === undefined ? {} : { logger }),
  };
  // One policy for all: what is remembered of a source's tools hangs on it.
  const policies = new WeakMap<CallslipConfig, ExposurePolicy>();
  const policyOf = (config: CallslipConfig) => {
    const policy = policies.get(config) ?? createPolicy({ toolSearch: config.toolSearch, core: registry.core });
    policies.set(config, policy);
    return policy;
  };
  return {
    factory: (rules) => ({
      createSession(scope, view) {
        const config = configNow();
        const session = createSession({
          ...shared,
          policy: policyOf(config),
          config: { ...config.dispatch, ...rules },
          scope,
          ...(view && { view }),
        });
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
