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
      max_request_bytes: DEFAULT_GATEWAY.maxRequestBytes,
      session_idle: DEFAULT_GATEWAY.sessionIdleMs / 1000,
      max_sessions: DEFAULT_GATEWAY.maxSessions,
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
      max_result_chars: 5000,
      max_request_bytes: 2048,
      session_idle: 60,
      max_sessions: 5,
    });
    expect(warnings).toEqual([]);
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 9000,
      path: '/tools/mcp',
      tokens: ['first-token', 'second-token'],
      allowedHosts: ['gateway.example', '[fe80::1]'],
      allowedOrigins: ['app.example', 'moz-extension://*', '*'],
      maxResultChars: 5000,
      maxRequestBytes: 2048,
      sessionIdleMs: 60_000,
      maxSessions: 5,
    });
  });

  it.each([
    ['port', 70_000],
    ['port', 'eighty'],
    ['path', '/a/../b'],
    ['path', '/healthz'],
    ['path', '/a?b'],
    ['host', 'a b'],
    ['max_result_chars', 10],
    ['session_idle', -1],
    ['allowed_hosts', ['*.example.org']],
    ['allowed_origins', ['https://*']],
    ['allowed_origins', { a: 1 }],
  ])('falls back with one warning that names gateway.%s', (key, value) => {
    const { config, warnings } = readGatewayConfig({ [key]: value });
    expect(config).toEqual(DEFAULT_GATEWAY);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`gateway.${key}`);
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
