import { describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAY, gatewayFragment, resultLimits } from './config.ts';
import { readGatewayConfig } from './read-config.ts';

describe('the gateway config', () => {
  it('has the defaults of its fragment', () => {
    const defaults = gatewayFragment.parse({}) as Record<string, unknown>;
    expect(readGatewayConfig(undefined)).toEqual({ config: DEFAULT_GATEWAY, warnings: [] });
    expect(readGatewayConfig({})).toEqual({ config: DEFAULT_GATEWAY, warnings: [] });
    expect(defaults).toEqual({
      host: DEFAULT_GATEWAY.host,
      port: DEFAULT_GATEWAY.port,
      path: DEFAULT_GATEWAY.path,
      allowed_hosts: [],
      allowed_origins: [],
      trusted_proxies: [],
      authorization_servers: [],
      max_request_bytes: DEFAULT_GATEWAY.maxRequestBytes,
      session_idle: DEFAULT_GATEWAY.sessionIdleMs / 1000,
      max_sessions: DEFAULT_GATEWAY.maxSessions,
      drain_timeout: DEFAULT_GATEWAY.drainTimeoutMs / 1000,
      call_tools: DEFAULT_GATEWAY.callTools,
      description_limit: DEFAULT_GATEWAY.descriptionLimit,
      toolsets: DEFAULT_GATEWAY.toolsets,
    });
  });

  it('reads every key', () => {
    const { config, warnings } = readGatewayConfig({
      host: '0.0.0.0',
      port: '9000',
      path: 'tools/mcp/',
      token: ['first-token', 'second-token'],
      allowed_hosts: ['Gateway.Example:8443', 'fe80::1'],
      allowed_origins: ['https://app.example', 'moz-extension://*', '*'],
      public_url: 'https://Tools.example.org/callslip/mcp/',
      trusted_proxies: ['loopback', '10.0.0.0/8'],
      authorization_servers: 'https://auth.example.org/',
      call_tools: 'split',
      description_limit: '1024',
      toolsets: 'file',
      max_result_chars: 5000,
      max_request_bytes: 2048,
      session_idle: 60,
      max_sessions: 5,
      drain_timeout: 0,
    });
    expect(warnings).toEqual([]);
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 9000,
      path: '/tools/mcp',
      tokens: ['first-token', 'second-token'],
      allowedHosts: ['gateway.example', '[fe80::1]'],
      allowedOrigins: ['app.example', 'moz-extension://*', '*'],
      publicUrl: 'https://tools.example.org/callslip/mcp',
      trustedProxies: ['loopback', '10.0.0.0/8'],
      authorizationServers: ['https://auth.example.org/'],
      callTools: 'split',
      descriptionLimit: 1024,
      toolsets: ['file'],
      maxResultChars: 5000,
      maxRequestBytes: 2048,
      sessionIdleMs: 60_000,
      maxSessions: 5,
      drainTimeoutMs: 0,
    });
  });

  it.each([
    ['port', 70_000],
    ['port', 'eighty'],
    ['path', '/a/../b'],
    ['path', '/healthz'],
    ['path', '/readyz'],
    ['path', '/.well-known/oauth-protected-resource/mcp'],
    ['path', '/a?b'],
    ['host', 'a b'],
    ['max_result_chars', 10],
    ['session_idle', -1],
    ['description_limit', 999],
    ['description_limit', true],
    ['toolsets', [1]],
    ['toolsets', { file: true }],
    ['allowed_hosts', ['*.example.org']],
    ['allowed_origins', ['https://*']],
    ['allowed_origins', { a: 1 }],
    ['public_url', 'tools.example.org'],
    ['public_url', 'https://tools.example.org/mcp?x=1'],
    ['public_url', 'https://tools.example.org//mcp'],
    ['trusted_proxies', ['10.0.0.0/33']],
    ['authorization_servers', ['http://auth.example.org']],
    ['drain_timeout', 3601],
  ])('falls back with one warning that names gateway.%s', (key, value) => {
    const { config, warnings } = readGatewayConfig({ [key]: value });
    expect(config).toEqual(DEFAULT_GATEWAY);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`gateway.${key}`);
  });

  it.each(['public_url', 'authorization_servers'])('[INV-10] tells no password in %s', (key) => {
    const { config, warnings } = readGatewayConfig({ [key]: 'https://me:hunter2@tools.example.org/mcp' });
    expect(config).toEqual(DEFAULT_GATEWAY);
    expect(warnings.join()).toMatch(/https:\/\/\*\*\*@tools\.example\.org/);
  });

  it('[INV-5] splits the call tools when what is written of them can not be used', () => {
    const { config, warnings } = readGatewayConfig({ call_tools: 'spilt' });
    expect(config.callTools).toBe('split');
    expect(warnings).toEqual([expect.stringContaining('gateway.call_tools')]);
  });

  it('takes a false for off', () => {
    expect(readGatewayConfig({ description_limit: false }).config.descriptionLimit).toBe('off');
  });

  it('names a key it does not know, without its value', () => {
    const { warnings } = readGatewayConfig({ tokn: 'hunter2' });
    expect(warnings.join()).toContain('gateway.tokn');
    expect(warnings.join()).not.toContain('hunter2');
  });

  it.each([[''], [[]], [['good', '']], [[1, 2]], [12345], [{ value: 'x' }], [true], ['two words']])(
    '[INV-10] [INV-5] a token that cannot be used, %j, shuts the door and is never told',
    (token) => {
      const { config, warnings } = readGatewayConfig({ token });
      expect(config.tokens).toEqual([]);
      expect(config.tokenFault).toContain('gateway.token');
      expect(`${config.tokenFault}${warnings.join()}`).not.toMatch(/good|two words/);
    },
  );

  it('never throws, whatever it is given', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        has: () => true,
        getOwnPropertyDescriptor: () => {
          throw new Error('no');
        },
      },
    );
    for (const value of [1, 'x', [], true, hostile]) expect(readGatewayConfig(value).warnings).toHaveLength(1);
    expect(readGatewayConfig(hostile).config.tokenFault).toBeDefined();
  });

  it('leaves results whole unless a limit is set', () => {
    const whole = Number.POSITIVE_INFINITY;
    expect(resultLimits(DEFAULT_GATEWAY)).toEqual({ maxResultChars: whole, maxTurnChars: whole });
    expect(resultLimits({ maxResultChars: 5000 })).toEqual({ maxResultChars: 5000, maxTurnChars: whole });
  });
});
