import path from 'node:path';
import type { Launch } from '../../mcp/import/dialect.ts';
import { packageRoot, packageVersion } from '../../runtime/package-root.ts';
import { launchOf } from '../../setup/launch.ts';
import type { Host } from '../program/host.ts';

/** How a client is to start this very program, with the configuration that `--config` names, if it names one. */
export function launchHere({ script, environment, cwd }: Host, config: string | undefined): Launch {
  const built = path.join(packageRoot(), 'dist', 'cli', 'main.js');
  const launch = launchOf({
    script: script !== undefined && path.basename(script) !== 'main.ts' ? script : built,
    execPath: process.execPath,
    platform: process.platform,
    environment,
    version: packageVersion(),
  });
  if (config === undefined) return launch;
  return { ...launch, args: [...launch.args, '--config', path.resolve(cwd, config)] };
}
