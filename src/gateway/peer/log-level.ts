import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Json } from '../../base/json.ts';

/** MCP's levels, from the least to the most severe. */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/** How severe a log message is. */
export type LogLevel = (typeof LEVELS)[number];

/** A level as a client sent it. Absent when it is none. */
export function logLevelOf(value: unknown): LogLevel | undefined {
  return LEVELS.find((level) => level === value);
}

/** @throws ProtocolError -32602 when it is no level. */
export function readLogLevel(value: Json | undefined): LogLevel {
  const level = logLevelOf(value);
  if (level !== undefined) return level;
  const sent = JSON.stringify(value) ?? 'nothing';
  const message = `level must be one of ${LEVELS.join(', ')}; it is ${sent.slice(0, 100)}`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Whether a message is less severe than was asked for. One of a level that nobody knows is not. */
export function isBelow(message: unknown, threshold: LogLevel): boolean {
  const level = logLevelOf(message);
  return level !== undefined && LEVELS.indexOf(level) < LEVELS.indexOf(threshold);
}
