import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../../base/logger.ts';
import type { GatewayConfig } from '../../gateway/config.ts';
import type { Runtime } from '../../runtime/create-runtime.ts';
import { loadGateway } from './open-gateway.ts';
import { logged, tellProblems } from './tell-problems.ts';

/** Tells, after each reload, what is wrong in the configuration, and that an open door keeps the `config` it opened with. */
export function tellReloads(runtime: Runtime, config: GatewayConfig, logger: Logger): void {
  runtime.onReload(() => {
    tellProblems(runtime.config.problems, logged(logger));
    if (!isDeepStrictEqual(loadGateway(runtime.loaded).gateway, config)) {
      logger.warn('the section gateway has changed; it counts from the next start on');
    }
  });
}
