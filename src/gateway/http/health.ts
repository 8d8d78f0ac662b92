import type { SourceReport } from '../../registry/source.ts';

/** Nobody has to prove who they are, for nothing is told but how it goes. */
const HEADERS = { 'cache-control': 'no-store' };

/** Says that the process is there and answers. */
export function health(): Response {
  return Response.json({ status: 'ok' }, { headers: HEADERS });
}

/**
 * Says whether clients may be sent here: 200 once the first start of every server has come to an end, good or bad, and
 * 503 before that and while the door is being closed. A server that failed at first and is tried again counts as failed,
 * so that one broken server keeps nobody waiting. Only counts are told, no names.
 */
export function readiness(sources: readonly SourceReport[], isDraining: boolean): Response {
  const servers: Record<string, number> = { ready: 0, starting: 0, failed: 0 };
  for (const { kind, state, reason } of sources) {
    if (kind !== 'mcp' || state === 'disabled') continue;
    const seen = state === 'starting' && reason !== undefined ? 'failed' : state;
    servers[seen] = (servers[seen] ?? 0) + 1;
  }
  const status = isDraining ? 'draining' : servers['starting'] === 0 ? 'ready' : 'starting';
  return Response.json({ status, servers }, { status: status === 'ready' ? 200 : 503, headers: HEADERS });
}
