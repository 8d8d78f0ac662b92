import { z } from 'zod';
import type { DispatchConfig } from '../dispatch/config.ts';
import { MIN_RESULT_CHARS } from '../dispatch/stages/cut-result.ts';

/** Default, least and greatest value of each number in `gateway`. */
export const GATEWAY_RANGES = {
  port: { fallback: 8808, min: 0, max: 65_535 },
  max_request_bytes: { fallback: 16_777_216, min: 1024, max: 268_435_456 },
  session_idle: { fallback: 1800, min: 10, max: 86_400 },
  max_sessions: { fallback: 1000, min: 1, max: 100_000 },
  drain_timeout: { fallback: 10, min: 0, max: 3600 },
} as const;

/** What our own descriptions need. */
export const MIN_DESCRIPTION_LIMIT = 1000;

type RangeKey = keyof typeof GATEWAY_RANGES;

const number = (key: RangeKey) => {
  const { fallback, min, max } = GATEWAY_RANGES[key];
  return z.int().min(min).max(max).default(fallback);
};
const names = () => z.array(z.string()).default([]);

/** `gateway`, as it is best written. */
export const gatewayFragment: z.ZodObject = z.object({
  host: z.string().default('127.0.0.1').describe('Address to listen on. Anything but loopback needs a token.'),
  port: number('port').describe('Port to listen on; 0 takes any free one.'),
  path: z.string().default('/mcp').describe('Path of the MCP endpoint.'),
  token: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Bearer token that HTTP clients must send, or several of which any one will do.'),
  allowed_hosts: names().describe('Host names, besides loopback, that a request may be addressed to. `*`: any.'),
  allowed_origins: names().describe('Host names of web pages, besides loopback, that may send requests. `*`: any.'),
  public_url: z.string().optional().describe('Address of the MCP endpoint as clients see it, behind a proxy.'),
  trusted_proxies: names().describe(
    'Addresses and networks of proxies whose headers are believed. `loopback`: this machine.',
  ),
  authorization_servers: names().describe('Addresses of authorization servers that give out our tokens.'),
  call_tools: z
    .enum(['single', 'split'])
    .default('single')
    .describe('Whether deferred tools are called with one tool, or with one each for reading, writing and destroying.'),
  description_limit: z
    .union([z.enum(['auto', 'off']), z.int().min(MIN_DESCRIPTION_LIMIT)])
    .default('auto')
    .describe('Characters that clients show of a description; `auto`: where that is known of the client.'),
  toolsets: names().describe('Toolsets whose built-in tools are offered; no others are.'),
  max_result_chars: z
    .int()
    .min(MIN_RESULT_CHARS)
    .optional()
    .describe('Characters of one result before it is stored and cut. Without it results pass whole.'),
  max_request_bytes: number('max_request_bytes').describe('The largest message a client may send.'),
  session_idle: number('session_idle').describe('Seconds after which the HTTP session of a silent client is closed.'),
  max_sessions: number('max_sessions').describe('The most HTTP sessions at a time.'),
  drain_timeout: number('drain_timeout').describe('Seconds that running calls are given when the gateway is stopped.'),
});

/** `gateway`, read. */
export interface GatewayConfig {
  /** @default '127.0.0.1' */
  readonly host: string;
  /** @default 8808 */
  readonly port: number;
  /** Begins with `/`, and does not end with one. @default '/mcp' */
  readonly path: string;
  /** Any of these opens the HTTP door; none means that nothing is asked for. @default [] */
  readonly tokens: readonly string[];
  /** Why what is written as token can't be used. The HTTP door stays shut then: it was meant to be guarded. */
  readonly tokenFault?: string;
  /** Lower case, without port. @default [] */
  readonly allowedHosts: readonly string[];
  /** Lower case, without scheme and port. @default [] */
  readonly allowedOrigins: readonly string[];
  /** Where clients find the MCP endpoint, without query and slash at its end. Absent: where they say that they found it. */
  readonly publicUrl?: string;
  /** Addresses and networks, as `192.0.2.0/24`. @default [] */
  readonly trustedProxies: readonly string[];
  /** Issuers of tokens, for clients to find. @default [] */
  readonly authorizationServers: readonly string[];
  /** @default 'single' */
  readonly callTools: 'single' | 'split';
  /** Characters, or how they are found out. @default 'auto' */
  readonly descriptionLimit: number | 'auto' | 'off';
  /** Of which built-in tools are offered. @default [] */
  readonly toolsets: readonly string[];
  /** Characters. Absent: results pass whole. */
  readonly maxResultChars?: number;
  /** @default 16777216 */
  readonly maxRequestBytes: number;
  /** @default 1800000 */
  readonly sessionIdleMs: number;
  /** @default 1000 */
  readonly maxSessions: number;
  /** @default 10000 */
  readonly drainTimeoutMs: number;
}

/** What is used where nothing is written. */
export const DEFAULT_GATEWAY: GatewayConfig = {
  host: '127.0.0.1',
  port: GATEWAY_RANGES.port.fallback,
  path: '/mcp',
  tokens: [],
  allowedHosts: [],
  allowedOrigins: [],
  trustedProxies: [],
  callTools: 'single',
  descriptionLimit: 'auto',
  toolsets: [],
  authorizationServers: [],
  maxRequestBytes: GATEWAY_RANGES.max_request_bytes.fallback,
  sessionIdleMs: GATEWAY_RANGES.session_idle.fallback * 1000,
  maxSessions: GATEWAY_RANGES.max_sessions.fallback,
  drainTimeoutMs: GATEWAY_RANGES.drain_timeout.fallback * 1000,
};

/** How results are bounded in the sessions of a gateway: not at all, or where `max_result_chars` says so. */
export function resultLimits({
  maxResultChars = Number.POSITIVE_INFINITY,
}: Pick<GatewayConfig, 'maxResultChars'>): Required<Pick<DispatchConfig, 'maxResultChars' | 'maxTurnChars'>> {
  return { maxResultChars, maxTurnChars: Number.POSITIVE_INFINITY };
}
