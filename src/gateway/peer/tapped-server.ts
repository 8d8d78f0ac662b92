import { type JSONRPCMessage, Server, type Transport } from '@modelcontextprotocol/server';

/** The SDK's server, with a look at what comes in as it came: the SDK itself keeps of it only the fields that it knows. */
export class TappedServer extends Server {
  /** Sees every message first; true keeps it from the SDK. */
  tap: (message: JSONRPCMessage) => boolean = () => false;

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const deliver = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (!this.tap(message)) deliver?.(message, extra);
    };
  }
}
