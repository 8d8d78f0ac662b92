/** Says that the process is there and answers. It tells nothing else, so nobody has to prove who they are. */
export function health(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
