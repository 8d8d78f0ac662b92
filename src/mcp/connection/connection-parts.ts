import type { Implementation } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/logger.ts';
import type { ServerConfig } from '../config.ts';
import type { StdioTransportOptions } from '../transport/stdio-transport.ts';
import type { ParamHeaders } from './modern/param-headers.ts';

/** What all connections to one server are made of, whoever they are for. */
export interface ConnectionParts {
  readonly config: ServerConfig;
  /** Who we say we are. */
  readonly client: Implementation;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stdio: StdioTransportOptions;
  /** What its tools want in headers. */
  readonly paramHeaders: ParamHeaders;
  /** Takes this server's secrets and hidden characters out of a text. */
  readonly mask: (text: string) => string;
}
