import path from 'node:path';
import type { LoadedConfig } from '../load-config.ts';

/** Every file that the configuration comes from, or would come from if it were there. Absolute. */
export function configFiles({ home, files, mcpJson, project }: LoadedConfig, cwd: string): readonly string[] {
  return [
    ...new Set([
      home.configFile,
      home.envFile,
      home.trustFile,
      path.join(cwd, '.callslip', 'config.yaml'),
      ...files,
      ...mcpJson.map(({ file }) => file),
      ...(project === undefined ? [] : [project.configFile, ...project.mcpJson.map(({ file }) => file)]),
    ]),
  ];
}
