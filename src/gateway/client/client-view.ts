import type { Implementation } from '@modelcontextprotocol/server';
import type { View } from '../../disclosure/view.ts';
import type { GatewayConfig } from '../config.ts';
import { DESCRIPTION_LIMITS } from './description-limits.data.ts';

type ViewConfig = Pick<GatewayConfig, 'callTools' | 'descriptionLimit'>;

/** How a client is shown tools: as configured, within what it shows of a description where that is known. */
export function clientView(
  { callTools, descriptionLimit }: ViewConfig,
  client: Pick<Implementation, 'name'> | undefined,
): View {
  const limit = typeof descriptionLimit === 'number' ? descriptionLimit : limitOf(descriptionLimit, client?.name);
  return { callTools, ...(limit === undefined ? {} : { descriptionLimit: limit }) };
}

function limitOf(mode: 'auto' | 'off', name: string | undefined): number | undefined {
  return mode === 'off' || name === undefined ? undefined : DESCRIPTION_LIMITS.get(name);
}

/** A client whose view is settled when it has said who it is. */
export interface MetClient {
  /** It has begun to speak; whatever it says of itself later changes nothing. */
  meet(client: Implementation | undefined): void;
  view(): View;
  /** Resolves when it has begun to speak. */
  readonly met: Promise<void>;
}

/** A client of which nothing is known yet. */
export function createMetClient(config: ViewConfig): MetClient {
  let view: View | undefined;
  let begin = () => {};
  const met = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return {
    met,
    meet(client) {
      view ??= clientView(config, client);
      begin();
    },
    view: () => view ?? clientView(config, undefined),
  };
}
