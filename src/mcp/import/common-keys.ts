import { type ServerFields, serverFields } from '../config.ts';
import type { Dialect, KeyMeaning } from './dialect.ts';

const own = (key: keyof ServerFields): KeyMeaning => ({ own: key });

/**
 * How clients spell what most of them have. `timeout` is not among them: each client counts it in a unit of its own, from
 * another beginning.
 */
export const COMMON_KEYS: Readonly<Record<string, KeyMeaning>> = {
  cmd: own('command'),
  environment: own('env'),
  envs: own('env'),
  workingDirectory: own('cwd'),
  working_directory: own('cwd'),
  serverUrl: own('url'),
  httpUrl: own('url'),
  uri: own('url'),
  http_headers: own('headers'),
  httpHeaders: own('headers'),
  transport: own('type'),
  transportType: own('type'),
  transport_type: own('type'),
  isActive: own('enabled'),

  disabled: 'not-enabled',

  includeTools: 'include',
  include_tools: 'include',
  enabledTools: 'include',
  enabled_tools: 'include',
  excludeTools: 'exclude',
  exclude_tools: 'exclude',
  disabledTools: 'exclude',
  disabled_tools: 'exclude',

  alwaysAllow: 'approved',
  always_allow: 'approved',
  autoApprove: 'approved',
  auto_approve: 'approved',
  autoApproved: 'approved',
  trust: 'approved',

  auth: 'told',
  oauth: 'told',
  envFile: 'told',

  $schema: 'idle',
  _comment: 'idle',
  category: 'idle',
  comment: 'idle',
  description: 'idle',
  displayName: 'idle',
  display_name: 'idle',
  homepage: 'idle',
  icon: 'idle',
  icons: 'idle',
  id: 'idle',
  metadata: 'idle',
  name: 'idle',
  note: 'idle',
  notes: 'idle',
  tags: 'idle',
  title: 'idle',
  version: 'idle',
};

const OWN_KEYS: Readonly<Record<string, KeyMeaning>> = {
  ...Object.fromEntries((Object.keys(serverFields) as (keyof ServerFields)[]).map((key) => [key, own(key)])),
  trust_annotations: 'guarded',
};

/** What a key means: to its dialect first, then to most clients, then under `mcp_servers`. Absent: nobody knows it. */
export function meaningOf(key: string, { keys }: Dialect): KeyMeaning | undefined {
  return [keys, COMMON_KEYS, OWN_KEYS].find((table) => Object.hasOwn(table, key))?.[key];
}
