import { CallslipError } from '../../base/errors.ts';
import type { Gateway } from '../../gateway/create-gateway.ts';
import type { HttpDoor } from '../../gateway/http/open-http.ts';
import type { Output } from '../terminal/output.ts';

/** Where to serve. */
export interface WantedPort {
  readonly port: number;
  /** True when no other port will do. */
  readonly insisted: boolean;
}

/**
 * Opens the HTTP door. When the port is taken and nobody insisted on it, any free one is used, and that is said.
 *
 * @throws CallslipError as `serveHttp` does.
 */
export async function serveAnywhere(
  gateway: Gateway,
  { port, insisted }: WantedPort,
  output: Output,
): Promise<HttpDoor> {
  try {
    return await gateway.serveHttp({ port });
  } catch (error) {
    const isTaken = CallslipError.isInstance(error) && error.data['reason'] === 'EADDRINUSE';
    if (!isTaken || insisted) throw error;
    const door = await gateway.serveHttp({ port: 0 });
    output.warn(`port ${port} is taken; serving on port ${door.port} instead`);
    return door;
  }
}
