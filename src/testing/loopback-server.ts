import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Server, type ServerContext, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { JsonObject } from '../base/json.ts';

/** What a loopback server does. */
export interface LoopbackOptions {
  /** What it lists. @default one tool, `echo` */
  readonly tools?: readonly JsonObject[];
  /** Answers a call. @default its arguments as text */
  readonly call?: (name: string, args: JsonObject, context: ServerContext) => JsonObject | Promise<JsonObject>;
  /** Answers a request, with its body as text, before the server sees it. */
  readonly intercept?: (request: Request, body: string) => Response | undefined;
  /** @default any free one */
  readonly port?: number;
}

/** One HTTP request as it came. */
export interface LoopbackRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A real MCP server over Streamable HTTP on 127.0.0.1, with sessions. */
export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  /** Every request so far. */
  readonly requests: readonly LoopbackRequest[];
  /** Lists other tools from now on, and tells every session. */
  setTools(tools: readonly JsonObject[]): Promise<void>;
  /** Knows no session any more, as after a restart. */
  forgetSessions(): void;
  close(): Promise<void>;
}

interface Session {
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const ECHO: JsonObject = { name: 'echo', description: 'Gives back what it gets.', inputSchema: { type: 'object' } };

/** Starts a server and resolves when it listens. */
export async function startLoopbackServer(options: LoopbackOptions = {}): Promise<LoopbackServer> {
  const sessions = new Map<string, Session>();
  const requests: LoopbackRequest[] = [];
  let tools = options.tools ?? [ECHO];
  const call = options.call ?? ((_name, args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }));

  const fetch = async (request: Request): Promise<Response> => {
    const body = await request.clone().text();
    requests.push({ method: request.method, headers: request.headers, body });
    const intercepted = options.intercept?.(request, body);
    if (intercepted !== undefined) return intercepted;
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? await newSession(sessions, () => tools, call) : sessions.get(id);
    return session === undefined
      ? new Response('no such session', { status: 404 })
      : session.transport.handleRequest(request);
  };
  const http = serve({ fetch, hostname: '127.0.0.1', port: options.port ?? 0 });
  await new Promise((resolve) => http.once('listening', resolve));
  const { port } = http.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    requests,
    async setTools(next) {
      tools = next;
      await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()));
    },
    forgetSessions: () => sessions.clear(),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        if ('closeAllConnections' in http) http.closeAllConnections();
      }),
  };
}

async function newSession(
  sessions: Map<string, Session>,
  tools: () => readonly JsonObject[],
  call: NonNullable<LoopbackOptions['call']>,
): Promise<Session> {
  const server = new Server({ name: 'loopback', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === 'tools/list') return { tools: tools() };
    if (method !== 'tools/call') throw Object.assign(new Error('Method not found'), { code: -32601 });
    return { ...(await call(params?.['name'] as string, (params?.['arguments'] ?? {}) as JsonObject, context)) };
  };
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, session),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  const session = { server, transport };
  await server.connect(transport);
  return session;
}
