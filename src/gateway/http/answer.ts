import type { ServerResponse } from 'node:http';
import { isJsonContentType, isLegacyRequest, readRequestBody } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../base/json.ts';
import { beginsWork } from '../client/begins-work.ts';
import type { GatewayParts } from '../client/client-side.ts';
import type { GatewayConfig } from '../config.ts';
import type { Intake } from './intake.ts';
import { limitUnread } from './limit-unread.ts';
import type { ModernClients } from './modern-clients.ts';
import { requestIdOf, rpcError } from './rpc-error.ts';
import type { LegacySessions } from './sessions/legacy-sessions.ts';

/** Who answers, by generation. */
export interface McpClients {
  readonly legacy: Pick<LegacySessions, 'handle'>;
  readonly modern: Pick<ModernClients, 'handle'>;
}

/** What the door is made of, beside its clients. */
export interface DoorParts extends Pick<GatewayParts, 'registry' | 'logger' | 'clock'> {
  readonly config: GatewayConfig;
  readonly intake: Intake;
}

const METHODS = ['GET', 'POST', 'DELETE'];

/** Answers one request to the MCP endpoint. Reads the body once, for both generations, and within bounds. */
export async function answer(
  request: Request,
  outgoing: ServerResponse,
  { config, intake }: DoorParts,
  clients: McpClients,
): Promise<Response> {
  if (!METHODS.includes(request.method)) return notAllowed(METHODS);
  if (request.method === 'GET' && intake.isDraining) return stopping(config, undefined);
  if (request.method !== 'POST') return route(request, undefined, clients);
  if (!isJsonContentType(request.headers.get('content-type'))) {
    return rpcError(415, { code: -32000, message: 'the body must be application/json' });
  }
  const read = await readRequestBody(request, config.maxRequestBytes).catch(() => undefined);
  if (read === undefined) return rpcError(400, { code: -32700, message: 'the body could not be read' });
  if (read.tooLarge) {
    return rpcError(413, { code: -32000, message: `the body is longer than ${config.maxRequestBytes} bytes` });
  }
  const body = parse(read.text);
  if (body === undefined) return rpcError(400, { code: -32700, message: 'the body is not valid JSON' });
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (intake.isDraining && messages.some(beginsWork)) return stopping(config, body);
  if (messages.some(awaitsAnswer)) intake.asked(outgoing);
  return route(request, body, clients);
}

/** For a request with a method that means nothing here. */
export function notAllowed(methods: readonly string[]): Response {
  const message = `only ${methods.join(', ')} can be used here`;
  return rpcError(405, { code: -32000, message }, { headers: { allow: methods.join(', ') } });
}

/** What runs may still be cancelled, and its questions answered; but nothing new begins. */
function stopping({ drainTimeoutMs }: GatewayConfig, body: unknown): Response {
  const message = 'the gateway is being stopped and takes nothing new; try again later';
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(drainTimeoutMs / 1000))) };
  return rpcError(503, { code: -32000, message }, { id: requestIdOf(body), headers });
}

/** A subscription only listens. */
function awaitsAnswer(message: unknown): boolean {
  return isJsonObject(message) && 'id' in message && 'method' in message && message.method !== 'subscriptions/listen';
}

async function route(request: Request, body: unknown, { legacy, modern }: McpClients): Promise<Response> {
  const clients = (await isLegacyRequest(request, body)) ? legacy : modern;
  return limitUnread(await clients.handle(request, body));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
