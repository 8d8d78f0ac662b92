import {
  fallenBack,
  type ReadConfig,
  readSafely,
  shownValue,
  unknownKeys,
  writtenMember,
} from '../base/config/config-warning.ts';
import { lenientInteger } from '../base/config/lenient-number.ts';
import { isJsonObject } from '../base/json.ts';
import { MIN_RESULT_CHARS } from '../dispatch/stages/cut-result.ts';
import {
  DEFAULT_GATEWAY,
  GATEWAY_RANGES,
  type GatewayConfig,
  gatewayFragment,
  MIN_DESCRIPTION_LIMIT,
} from './config.ts';
import { METADATA_PATH } from './http/proxy/public-address.ts';
import { readIssuers, readNames, readProxies, readPublicUrl, type Written } from './read-addresses.ts';

const KEYS = Object.keys(gatewayFragment.shape);
const PATH = /^\/?(?:[A-Za-z0-9._~-]+\/)*[A-Za-z0-9._~-]+\/?$/;
/** Where the door answers for itself. */
const TAKEN_PATHS = ['/healthz', '/readyz', METADATA_PATH];

/**
 * Reads `gateway`. Never throws: a value that can't be used falls back, with a warning that never tells a token. The
 * one exception is the token itself: one that can't be used becomes a `tokenFault`, never an open door.
 */
export function readGatewayConfig(value: unknown): ReadConfig<GatewayConfig> {
  const shut = { ...DEFAULT_GATEWAY, tokenFault: "gateway can't be read" };
  return readSafely('gateway', shut, (warnings) => {
    if (value === undefined || value === null) return DEFAULT_GATEWAY;
    if (!isJsonObject(value)) {
      warnings.push(`gateway is ${shownValue(value)}; expected a mapping; the defaults are used`);
      return DEFAULT_GATEWAY;
    }
    const from = { mapping: value, warnings };
    const maxResultChars = readMaxResultChars(from);
    const publicUrl = readPublicUrl(from);
    warnings.push(...unknownKeys('gateway', value, KEYS));
    return {
      host: readHost(from),
      port: readNumber(from, 'port'),
      path: readPath(from),
      ...readTokens(from),
      allowedHosts: readNames(from, 'allowed_hosts'),
      allowedOrigins: readNames(from, 'allowed_origins'),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      trustedProxies: readProxies(from),
      authorizationServers: readIssuers(from),
      callTools: readCallTools(from),
      descriptionLimit: readDescriptionLimit(from),
      toolsets: readToolsets(from),
      ...(maxResultChars === undefined ? {} : { maxResultChars }),
      maxRequestBytes: readNumber(from, 'max_request_bytes'),
      sessionIdleMs: readNumber(from, 'session_idle') * 1000,
      maxSessions: readNumber(from, 'max_sessions'),
      drainTimeoutMs: readNumber(from, 'drain_timeout') * 1000,
    };
  });
}

function readHost({ mapping, warnings }: Written): string {
  const written = writtenMember(mapping, 'host');
  if (written === undefined) return DEFAULT_GATEWAY.host;
  if (typeof written === 'string' && /^[A-Za-z0-9.:_[\]%-]+$/.test(written.trim())) return written.trim();
  warnings.push(fallenBack('gateway.host', written, DEFAULT_GATEWAY.host));
  return DEFAULT_GATEWAY.host;
}

function readPath({ mapping, warnings }: Written): string {
  const written = writtenMember(mapping, 'path');
  if (written === undefined) return DEFAULT_GATEWAY.path;
  if (written === '/') return written;
  const path = typeof written === 'string' && PATH.test(written) ? `/${written.replace(/^\/|\/$/gu, '')}` : undefined;
  const isTaken = TAKEN_PATHS.some((taken) => `${path}/`.startsWith(`${taken}/`));
  if (path !== undefined && !isTaken && !/\/\.\.?(?:\/|$)/.test(path)) return path;
  warnings.push(fallenBack('gateway.path', written, DEFAULT_GATEWAY.path));
  return DEFAULT_GATEWAY.path;
}

function readTokens({ mapping }: Written): Pick<GatewayConfig, 'tokens' | 'tokenFault'> {
  const written = writtenMember(mapping, 'token');
  if (written === undefined) return { tokens: [] };
  const tokens: readonly unknown[] = Array.isArray(written) ? written : [written];
  if (tokens.some((token) => typeof token === 'number')) {
    // What was typed is lost: 0123 and 1e5 are read as other digits.
    return { tokens: [], tokenFault: 'gateway.token holds a number; put it in quotes, so that it is a text' };
  }
  if (tokens.every((token): token is string => typeof token === 'string' && /^[\x21-\x7e]+$/.test(token))) {
    if (tokens.length > 0) return { tokens };
  }
  return { tokens: [], tokenFault: 'gateway.token is set, but is no text of visible ASCII characters, or is empty' };
}

/** A slip of the pen must not allow more than was meant. */
function readCallTools({ mapping, warnings }: Written): GatewayConfig['callTools'] {
  const written = writtenMember(mapping, 'call_tools');
  if (written === undefined) return DEFAULT_GATEWAY.callTools;
  if (written === 'single' || written === 'split') return written;
  warnings.push(fallenBack('gateway.call_tools', written, 'split'));
  return 'split';
}

function readDescriptionLimit({ mapping, warnings }: Written): GatewayConfig['descriptionLimit'] {
  const written = writtenMember(mapping, 'description_limit');
  if (written === undefined) return DEFAULT_GATEWAY.descriptionLimit;
  if (written === 'auto' || written === 'off') return written;
  // YAML 1.1 reads `off` as false.
  if (written === false) return 'off';
  const read = lenientInteger(written);
  if (typeof written !== 'boolean' && read !== undefined && read >= MIN_DESCRIPTION_LIMIT) return read;
  warnings.push(fallenBack('gateway.description_limit', written, DEFAULT_GATEWAY.descriptionLimit));
  return DEFAULT_GATEWAY.descriptionLimit;
}

function readToolsets({ mapping, warnings }: Written): readonly string[] {
  const written = writtenMember(mapping, 'toolsets');
  if (written === undefined) return [];
  const names: readonly unknown[] = Array.isArray(written) ? written : [written];
  if (names.every((name): name is string => typeof name === 'string')) return names;
  warnings.push(`gateway.toolsets is ${shownValue(written)}, which is no list of names; no built-in tool is offered`);
  return [];
}

function readMaxResultChars({ mapping, warnings }: Written): number | undefined {
  const written = writtenMember(mapping, 'max_result_chars');
  if (written === undefined) return undefined;
  const read = lenientInteger(written);
  if (read !== undefined && read >= MIN_RESULT_CHARS) return read;
  warnings.push(
    `gateway.max_result_chars is ${shownValue(written)}, which is no number of ${MIN_RESULT_CHARS} or more; results pass whole`,
  );
  return undefined;
}

function readNumber({ mapping, warnings }: Written, key: keyof typeof GATEWAY_RANGES): number {
  const { fallback, min, max } = GATEWAY_RANGES[key];
  const written = writtenMember(mapping, key);
  if (written === undefined) return fallback;
  const read = lenientInteger(written);
  if (read !== undefined && read >= min && read <= max) return read;
  warnings.push(fallenBack(`gateway.${key}`, written, fallback));
  return fallback;
}
