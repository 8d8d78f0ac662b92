import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { rawRequest } from '../../mcp/connection/raw-request.ts';
import { listTools } from '../../mcp/tools/list-tools.ts';
import { PACKAGE_NAME, packageVersion } from '../../runtime/package-root.ts';

/** Connects to the door as a client does, and counts the tools it is shown. Rejects when that fails. */
export async function lookIn(url: string, token: string | undefined, signal: AbortSignal): Promise<number> {
  const client = new Client({ name: `${PACKAGE_NAME}-start`, version: packageVersion() });
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  try {
    await client.connect(transport, { signal });
    const { entries } = await listTools(rawRequest(client), signal);
    await transport.terminateSession();
    return entries.length;
  } finally {
    await client.close();
  }
}
