import type { Json } from '../../base/json.ts';
import { variableNames } from '../../mcp/entries/expand-variables.ts';
import type { OpenConfig } from './open-config.ts';

/**
 * Variables of `.env` that these servers use and nothing else that is known here. Every mention elsewhere counts as use: one
 * too few is told rather than one too many.
 */
export function soleVariables(config: OpenConfig, labels: readonly string[]): readonly string[] {
  const { values, servers, variables, otherTexts } = config;
  const { mcp_servers: _servers, ...sections } = values;
  const others = [...servers].filter(([label]) => !labels.includes(label));
  const left = [...otherTexts, JSON.stringify([sections, Object.fromEntries(others)] as Json)];
  const used = variableNames(labels.map((label) => servers.get(label)));
  return used.filter((name) => variables.has(name) && !left.some((text) => text.includes(name)));
}
