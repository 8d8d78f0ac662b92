import type { JsonObject } from '../../../base/json.ts';
import type { RelatedTool } from '../../related/related-tool.ts';
import { type ObstacleTimes, obstacleRecord } from './obstacle-record.ts';
import { oneLine } from './one-line.ts';
import { NOTHING_ELSEWHERE, type OutOfSearch } from './out-of-search.ts';

/** What is there to say of a query without a match. */
export interface Miss {
  /** Tools behind the search that come close, best first. */
  readonly related: readonly RelatedTool[];
  /** What would have been found elsewhere. Absent where nobody looked. */
  readonly elsewhere?: OutOfSearch;
}

const NO_MATCH =
  'No tool has the deciding words of this query: that is a miss of words, no proof that nothing can do it. Sources that are not marked unavailable remain connected. Search again with the name of a service and a concrete action or object before concluding that it is missing.';

const NO_WORDS = 'No tool behind this search has the deciding words of this query.';

const NOT_EXACT =
  'Those in related are not exact, only near in meaning: read one with tool_describe before you call it, or search again with the name of a service and a concrete action or object.';

const NOT_NOW =
  "but can't be used now: don't call them; where you need one, tell the user its reason, and its remedy if there is one.";

const OTHER_SERVICE = 'Search again with the name of another service before concluding that nothing else can do it.';

/** The members of a group without a match, behind the query and its empty matches. */
export function missGroup(
  { related, elsewhere = NOTHING_ELSEWHERE }: Miss,
  sources: readonly JsonObject[],
  times: ObstacleTimes,
): JsonObject {
  const { listed, unavailable } = elsewhere;
  return {
    ...(related.length === 0
      ? {}
      : { related: related.map(({ tool, reason }) => ({ name: tool.name, reason: oneLine(reason) })) }),
    ...(listed.length === 0 ? {} : { directly_listed: listed.map(({ name }) => name) }),
    ...(unavailable.length === 0 ? {} : { unavailable: unavailable.map((each) => obstacleRecord(each, times)) }),
    ...(sources.length === 0 ? {} : { available_sources: sources }),
    hint: hintOf(related.length > 0, elsewhere),
  };
}

function hintOf(hasRelated: boolean, { isExact, listed, unavailable }: OutOfSearch): string {
  const fit = isExact ? 'have those words' : 'come near';
  const said = [
    ...(listed.length === 0
      ? []
      : [`Those in directly_listed ${fit} and are in your own list of tools: call them directly.`]),
    ...(hasRelated ? [NOT_EXACT] : []),
    ...(unavailable.length === 0 ? [] : [`Those in unavailable ${fit}, ${NOT_NOW}`]),
  ];
  if (said.length === 0) return NO_MATCH;
  const isAnswered = hasRelated || (isExact && listed.length > 0);
  return [NO_WORDS, ...said, ...(isAnswered ? [] : [OTHER_SERVICE])].join(' ');
}
