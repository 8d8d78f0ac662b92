import type { Progress } from '../../base/call/call-context.ts';
import type { Tool } from '../../registry/tool/tool.ts';
import type { ServerConfig } from '../config.ts';
import { knownSecrets } from '../known-secrets.ts';
import { secretsHeld, sentArguments, withoutSecrets } from './hidden-parameters.ts';
import { overrideOf } from './tailor.ts';

/**
 * Adds to a call what its owner sends for hidden parameters, after everybody who looks at the arguments has seen them.
 * Secrets among that are taken out of what comes back. A tool without hidden parameters runs as it is.
 */
export function tailoredCall(config: ServerConfig, toolName: string, execute: Tool['execute']): Tool['execute'] {
  const hide = overrideOf(config, toolName)?.hide ?? {};
  if (Object.keys(hide).length === 0) return execute;
  const secrets = secretsHeld(hide, knownSecrets(config));
  if (secrets.length === 0) return (args, call) => execute(sentArguments(args, hide), call);
  return async (args, call) => {
    const progress = (step: Progress) => call.progress(withoutSecrets(step, secrets));
    return withoutSecrets(await execute(sentArguments(args, hide), { ...call, progress }), secrets);
  };
}
