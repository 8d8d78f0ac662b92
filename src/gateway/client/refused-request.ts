import { ProtocolError } from '@modelcontextprotocol/server';

/** A request that is refused before anything is done for it. */
export class RefusedRequest extends ProtocolError {
  /** What clients of 2026-07-28 get it with over HTTP. */
  readonly status: number;

  constructor(status: number, code: number, message: string, data?: unknown) {
    super(code, message, data);
    this.status = status;
  }
}
