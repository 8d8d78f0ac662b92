import type { CallOutcome } from '../../base/call/tool-call.ts';
import type { ToolResult } from '../../base/call/tool-result.ts';
import { withDeadline } from '../../base/deadline.ts';
import { messageOf } from '../../base/errors.ts';
import { DISPATCH_RANGES, type DispatchConfig } from '../config.ts';
import type { SessionContext } from '../dispatch-context.ts';
import { cutResult, exceeds, MIN_RESULT_CHARS, type ResultTexts, sizeOf, textsOf, wholeOf } from './cut-result.ts';

const CHARS_PER_TOKEN = 4;
/** Milliseconds a store may take. */
const STORE_LIMIT_MS = 30_000;

type BoundContext = Pick<SessionContext, 'config' | 'scope' | 'resultStore' | 'clock' | 'logger'>;

/** Cuts a result that is too long for a model, keeping the whole in the store. Never throws. */
export async function boundResult(
  callId: string,
  result: ToolResult,
  toolLimit: number | undefined,
  context: BoundContext,
): Promise<ToolResult> {
  const limit = resultLimit(toolLimit, context);
  return limit === Number.POSITIVE_INFINITY ? result : cutTo(limit, callId, result, context);
}

/**
 * Cuts the longest results of a batch, one after the other, until together they fit the turn. A result of fewer than
 * 2,000 characters is never touched.
 */
export async function boundTurn(
  outcomes: readonly CallOutcome[],
  context: BoundContext,
): Promise<readonly CallOutcome[]> {
  const most = turnLimit(context);
  if (most === Number.POSITIVE_INFINITY) return outcomes;
  const sizes = outcomes.map(({ result }) => sizeOf(textsOf(result)));
  const fitted = [...outcomes];
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const longestFirst = sizes.map((size, index) => ({ size, index })).sort((a, b) => b.size - a.size);
  for (const { size, index } of longestFirst) {
    if (total <= most || size <= MIN_RESULT_CHARS) break;
    const outcome = outcomes[index] as CallOutcome;
    const result = await cutTo(MIN_RESULT_CHARS, outcome.id, outcome.result, context);
    fitted[index] = { ...outcome, result };
    total += sizeOf(textsOf(result)) - size;
  }
  return fitted;
}

async function cutTo(limit: number, callId: string, result: ToolResult, context: BoundContext): Promise<ToolResult> {
  const texts = textsOf(result);
  if (!exceeds(result, texts, limit)) return result;
  return cutResult(result, texts, limit, await keep(callId, texts, context));
}

async function keep(
  callId: string,
  texts: ResultTexts,
  { resultStore, clock, logger }: BoundContext,
): Promise<string | undefined> {
  try {
    if (resultStore === undefined) return undefined;
    const put = () => resultStore.put(callId, wholeOf(texts));
    return (await withDeadline(clock, STORE_LIMIT_MS, undefined, put)).location;
  } catch (error) {
    logger.warn('a long result could not be kept', { call: callId, error: messageOf(error) });
    return undefined;
  }
}

function resultLimit(toolLimit: number | undefined, context: BoundContext): number {
  const limit = configured(
    context.config.maxResultChars,
    0.15,
    8_000,
    DISPATCH_RANGES.max_result_chars.fallback,
    context,
  );
  if (limit === Number.POSITIVE_INFINITY || toolLimit === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return Math.max(MIN_RESULT_CHARS, Math.min(limit, toolLimit ?? limit));
}

function turnLimit(context: BoundContext): number {
  return configured(context.config.maxTurnChars, 0.3, 16_000, DISPATCH_RANGES.max_turn_chars.fallback, context);
}

/** What the operator set, else a share of the model's window within bounds, else the upper bound. */
function configured(
  set: DispatchConfig['maxResultChars'],
  share: number,
  least: number,
  most: number,
  { scope }: BoundContext,
): number {
  if (set !== undefined) return set;
  const { contextLength = 0 } = scope;
  return contextLength > 0
    ? Math.min(most, Math.max(least, Math.floor(contextLength * CHARS_PER_TOKEN * share)))
    : most;
}
