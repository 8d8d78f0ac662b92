import { type Client, type Implementation, SERVER_INFO_META_KEY } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import { withDeadline } from '../../base/deadline.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { TransportKind } from './choose-transport.ts';
import type { Speaker } from './line.ts';
import { modernRequest } from './modern/modern-request.ts';
import { ModernSubscriptions } from './modern/modern-subscriptions.ts';
import type { Spoken } from './opening/open-program.ts';
import { type RawRequest, rawRequest } from './raw-request.ts';
import { legacySubscriptions, type Subscriptions } from './subscriptions.ts';

/** A server does not have to hear of our interest in its lists before it may be used. */
const LISTEN_MS = 2000;

/** How a server is spoken to once that is settled, and what it said of itself. Untrusted. */
export interface Speech {
  readonly generation: {
    readonly era: 'legacy' | 'modern';
    readonly transport: TransportKind;
    readonly discover?: JsonObject;
  };
  readonly client: Client;
  readonly request: RawRequest;
  readonly subscriptions: Subscriptions;
  readonly capabilities: JsonObject;
  readonly serverInfo: Implementation | undefined;
  readonly instructions: string | undefined;
}

/** Begins to speak to a server in the protocol that was found. Rejects only at the signal. */
export async function speechOf(
  { line, discover: verdict, late }: Spoken,
  speaker: Speaker,
  clock: Clock,
  signal: AbortSignal,
): Promise<Speech> {
  const { client, wire, kind: transport } = line;
  if (verdict === undefined) {
    const request = rawRequest(client);
    let generation: Speech['generation'] = { era: 'legacy', transport };
    void late?.then((said) => {
      if (said.kind === 'modern') generation = { ...generation, discover: said.discover };
    });
    return {
      get generation() {
        return generation;
      },
      client,
      request,
      subscriptions: legacySubscriptions(request),
      serverInfo: client.getServerVersion(),
      ...saidIn(wire.greeting),
    };
  }
  const { discover } = verdict;
  const { onNotification, onOddity, onRequest } = speaker;
  const paramHeaders = transport === 'http' ? speaker.paramHeaders : undefined;
  const said = saidIn(discover);
  const options = { client, clock, capabilities: said.capabilities, onNotification, onOddity };
  const subscriptions = new ModernSubscriptions(options);
  await withDeadline(clock, LISTEN_MS, signal, () => subscriptions.open()).catch(() => {});
  signal.throwIfAborted();
  return {
    generation: { era: 'modern', transport, discover },
    client,
    request: modernRequest({ client, clock, paramHeaders, onRequest }),
    subscriptions,
    serverInfo: identityIn(discover),
    ...said,
  };
}

function saidIn(answer: JsonObject | undefined): Pick<Speech, 'capabilities' | 'instructions'> {
  const { capabilities, instructions } = answer ?? {};
  return {
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

function identityIn({ _meta: meta }: JsonObject): Implementation | undefined {
  const own = isJsonObject(meta) ? meta[SERVER_INFO_META_KEY] : undefined;
  if (!isJsonObject(own) || typeof own['name'] !== 'string') return undefined;
  return { ...own, name: own['name'], version: typeof own['version'] === 'string' ? own['version'] : '' };
}
