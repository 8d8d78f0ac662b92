// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax of a configuration
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { DEFAULT_GATEWAY, gatewayFragment } from '../../gateway/config.ts';
import { readGatewayConfig } from '../../gateway/read-config.ts';
import { serverFields } from '../../mcp/config.ts';
import { readConfig } from '../../runtime/config.ts';
import { resolveHome } from '../../runtime/home.ts';
import { resolvedConfig } from './resolved-config.ts';

describe('resolvedConfig', () => {
  it('[INV-10] shows no secret that is written out or filled in, whatever stands around it', () => {
    const values = {
      mcp_servers: {
        remote: { command: 'npx', args: ['mcp-remote', '-H', 'Authorization: Bearer bearer-1', '${SECVAR}'] },
        db: { command: 'npx', args: ['server-postgres', 'postgres://user:pw1@host/db', 'ghp_a1b2c3d4e5f6'] },
        line: { command: 'prog --token abc' },
        notes: { command: 'npx', args: ['${HOME}/notes'] },
        hiding: {
          command: 'npx',
          tools: {
            exclude: 'x',
            override: { a: { hide: { api_key: 'literal', owner: 'for ${SECVAR}', debug: null } } },
          },
          max_parallel_calls: 2,
        },
      },
    };
    const environment = { SECVAR: 'SECRETVAR1', HOME: '/home/me' };
    const home = resolveHome({}, '/home/me');
    const loaded = { home, environment, values, files: [], mcpJson: [], project: undefined };
    const shown = resolvedConfig(loaded, readConfig(loaded), DEFAULT_GATEWAY);
    expect(shown).toMatchObject({
      mcp_servers: {
        remote: { args: ['mcp-remote', '-H', 'Authorization: ***', '***'] },
        db: { args: ['server-postgres', 'postgres://user:***@host/db', '***'] },
        line: { command: 'prog --token ***' },
        notes: { args: ['/home/me/notes'] },
        hiding: {
          tools: { exclude: ['x'], override: { a: { hide: { api_key: '***', owner: 'for ***', debug: null } } } },
          max_parallel_calls: 2,
        },
      },
    });
  });

  it('has every key of the configuration that is set, and every default', () => {
    const all = {
      tools: { include: ['a*'], exclude: ['ab'], override: { a: { name: 'b', description: 'c', access: 'read' } } },
      prompts: { include: ['p'], exclude: ['q'], override: { p: { name: 'r', description: 's' } } },
      resources: { include: ['file:*'], exclude: ['*.key'] },
      protocol: '2025',
      enabled: false,
      start_timeout: 1,
      lazy: true,
      idle_timeout: 2,
      call_timeout: 3,
      max_call_timeout: 4,
      max_parallel_calls: 5,
      supports_parallel_tool_calls: true,
      always_load: ['a'],
      trust_annotations: true,
    };
    const remote = { ...all, type: 'sse', url: 'http://127.0.0.1:1/sse', headers: { 'x-a': 'b' } };
    const local = { ...all, command: 'node', args: ['a.js'], env: { A: 'b' }, cwd: '/' };
    const gateway = {
      host: '127.0.0.2',
      port: 1,
      path: '/m',
      token: 'opensesame',
      allowed_hosts: ['a.example'],
      allowed_origins: ['b.example'],
      public_url: 'https://c.example/m',
      trusted_proxies: ['10.0.0.0/8'],
      authorization_servers: ['https://d.example'],
      call_tools: 'split',
      description_limit: 'off',
      toolsets: ['files'],
      max_result_chars: 2000,
      max_request_bytes: 2048,
      session_idle: 10,
      max_sessions: 2,
      drain_timeout: 3,
    };
    const shown = show({ mcp_servers: { remote, local, plain: { command: 'node' } } }, gateway);
    const { remote: shownRemote, local: shownLocal, plain } = shown['mcp_servers'];
    expect({ ...shownRemote, ...shownLocal }).toMatchObject({ ...remote, ...local, headers: {}, env: {} });
    expect(Object.keys({ ...shownRemote, ...shownLocal }).sort()).toEqual(Object.keys(serverFields).sort());
    expect(plain).toMatchObject({ protocol: 'auto', lazy: false, trust_annotations: false });
    expect(shown['gateway']).toEqual({ ...gateway, token: '***' });
    expect(Object.keys(shown['gateway']).sort()).toEqual(Object.keys(gatewayFragment.shape).sort());
  });
});

function show(values: JsonObject, gateway: JsonObject) {
  const loaded = {
    home: resolveHome({}, '/home/me'),
    environment: {},
    values,
    files: [],
    mcpJson: [],
    project: undefined,
  };
  const shown = resolvedConfig(loaded, readConfig(loaded), readGatewayConfig(gateway).config);
  return shown as Record<'mcp_servers' | 'gateway', Record<string, JsonObject>>;
}
