import { budgetTokens } from '../base/budget-tokens.ts';
import { concatenate } from '../base/concatenate.ts';
import { messageOf } from '../base/errors.ts';
import type { Snapshot } from '../registry/snapshot.ts';
import { isBridgeName } from '../registry/tool/bridge-names.ts';
import type { ToolDefinition } from '../registry/tool/tool.ts';
import { billed, sizeOf } from './bill.ts';
import { bridgeTools } from './bridge/bridge-tools.ts';
import { type Framing, searchDescription } from './bridge/framing.ts';
import { unavailableSources } from './bridge/unavailable-sources.ts';
import type { Bill, ExposedTool, Exposure } from './exposure.ts';
import { fingerprint } from './fingerprint.ts';
import type { Listing } from './listing/degrade.ts';
import { buildListing } from './listing/listing.ts';
import { sourceCounts } from './listing/source-counts.ts';
import { listingBudget } from './policy/listing-budget.ts';
import type { ExposurePolicy } from './policy/policy.ts';
import { providerCapWarning } from './policy/provider-caps.ts';
import { splitSource } from './policy/split-source.ts';
import { runWith, type View } from './view.ts';

const NO_LISTING: Listing = { form: 'none', text: '' };

/**
 * What the model sees this turn: a pure function of what the session may use, of the policy and of the view, so that the
 * same input gives the same bytes. Never throws: when something goes wrong on the way, everything is declared, with a warning.
 */
export function expose(snapshot: Snapshot, policy: ExposurePolicy, view: View = {}): Exposure {
  try {
    return assemble(snapshot, policy, view);
  } catch (error) {
    return passThrough(snapshot, policy, 0, [`tools could not be deferred (${messageOf(error)}); all are declared`]);
  }
}

function assemble(snapshot: Snapshot, policy: ExposurePolicy, view: View): Exposure {
  const { toolSearch, isDeferred } = policy;
  const sources = snapshot.groups.map((group) => splitSource(group, isDeferred));
  const deferredBySource = sources.map(({ deferred }) => deferred);
  const deferred = concatenate(deferredBySource);
  const unavailable = unavailableSources(snapshot);
  const connectors = sources.some((source) => source.connectors);
  const isNeeded = deferred.length > 0 || connectors || unavailable.length > 0;
  if (toolSearch.enabled === 'off' || !isNeeded) return passThrough(snapshot, policy, deferred.length);

  const budget = listingBudget(toolSearch, snapshot.scope.contextLength);
  const list = (maxChars?: number) =>
    buildListing(deferredBySource, unavailable, budget, {
      runWith: runWith(view),
      ...(maxChars === undefined ? {} : { maxChars }),
    });
  const whole: Framing = {
    count: deferred.length,
    listing: toolSearch.listing === 'off' ? NO_LISTING : list(),
    connectors,
    view,
  };
  const counts = (maxChars: number) => sourceCounts(deferredBySource, unavailable, maxChars);
  const framing = withinLimit(whole, view, counts);
  const { listing } = framing;
  const bridge = bridgeTools(framing, toolSearch);
  const visible = declarable(sources.flatMap((source) => source.visible));
  const tools = [...visible.map(exposed), ...bridge];
  const shown = sizeOf(visible, bridge);
  const caps = providerCapWarning(shown, 0);
  let bill: Bill | undefined;
  return {
    tools,
    activated: true,
    tier: listing.form === 'groups' || listing.form === 'none' ? 2 : 1,
    listingForm: listing.form,
    ...(framing === whole ? {} : { displacedListing: (maxChars: number) => list(maxChars).text || counts(maxChars) }),
    deferred,
    get bill() {
      bill ??= {
        eager: billed(sizeOf(visible, ...deferredBySource)),
        shown: billed(shown),
        listing: budgetTokens(listing.text),
        listingBudget: budget,
      };
      return bill;
    },
    warnings: [
      ...snapshot.warnings,
      ...sources.flatMap(({ overridden }) => overridden).map(overriddenAlwaysLoad),
      ...(caps === undefined ? [] : [caps]),
    ],
    fingerprint: fingerprint(tools),
  };
}

/** As it is, or without the listing, where a client would cut the description of `tool_search`. */
function withinLimit(
  whole: Framing,
  { descriptionLimit = Number.POSITIVE_INFINITY }: View,
  counts: (maxChars: number) => string,
): Framing {
  if (whole.listing.form === 'none' || searchDescription(whole).length <= descriptionLimit) return whole;
  const bare = { ...whole, listing: NO_LISTING, elsewhere: '' };
  return { ...bare, elsewhere: counts(descriptionLimit - searchDescription(bare).length - 1) };
}

function passThrough(
  { scope, tools: usable, warnings: known }: Snapshot,
  { toolSearch }: ExposurePolicy,
  deferrable: number,
  warnings: readonly string[] = [],
): Exposure {
  const visible = declarable(usable);
  const tools = visible.map(exposed);
  const size = sizeOf(visible);
  const caps = providerCapWarning(size, deferrable);
  return {
    tools,
    activated: false,
    tier: 0,
    listingForm: 'none',
    deferred: [],
    bill: {
      eager: billed(size),
      shown: billed(size),
      listing: 0,
      listingBudget: listingBudget(toolSearch, scope.contextLength),
    },
    warnings: [...known, ...warnings, ...(caps === undefined ? [] : [caps])],
    fingerprint: fingerprint(tools),
  };
}

/** The registry takes no tool under a bridge name; a snapshot made by hand may hold one. */
function declarable(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.filter(({ name }) => !isBridgeName(name));
}

function exposed(definition: ToolDefinition): ExposedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
    definition,
  };
}

function overriddenAlwaysLoad({ name }: ToolDefinition): string {
  return `${name} asks to be always loaded, but tools.tool_search.defer names it; it is deferred`;
}
