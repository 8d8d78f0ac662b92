import { z } from 'zod';
import {
  fallenBack,
  type ReadConfig,
  readSafely,
  shownValue,
  unknownKeys,
  writtenMember,
} from '../base/config/config-warning.ts';
import { lenientBoolean } from '../base/config/lenient-boolean.ts';
import { clamp, lenientInteger, lenientNumber } from '../base/config/lenient-number.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';

/** Default, least and greatest value of each number in `dispatch` and `approvals`. Times are seconds. */
export const DISPATCH_RANGES = {
  call_timeout: { fallback: 300, min: 1, max: 86_400 },
  max_call_timeout: { fallback: 3600, min: 1, max: 86_400 },
  max_parallel_calls: { fallback: 8, min: 1, max: 64 },
  max_result_chars: { fallback: 100_000, min: 2_000, max: 10_000_000 },
  max_turn_chars: { fallback: 200_000, min: 2_000, max: 10_000_000 },
  timeout: { fallback: 300, min: 1, max: 86_400 },
} as const;

const within = (key: keyof typeof DISPATCH_RANGES, base: z.ZodNumber) =>
  base.min(DISPATCH_RANGES[key].min).max(DISPATCH_RANGES[key].max);

/** `dispatch` as it is best written. */
export const dispatchFragment: z.ZodObject = z.object({
  call_timeout: within('call_timeout', z.number())
    .default(DISPATCH_RANGES.call_timeout.fallback)
    .describe('Seconds a call may take when its tool says nothing else. Progress starts them anew.'),
  max_call_timeout: within('max_call_timeout', z.number())
    .default(DISPATCH_RANGES.max_call_timeout.fallback)
    .describe('Seconds to which progress may extend a call; never less than it may take without.'),
  max_parallel_calls: within('max_parallel_calls', z.int())
    .default(DISPATCH_RANGES.max_parallel_calls.fallback)
    .describe('Calls of one batch that may run at once.'),
  loop_guardrails: z
    .boolean()
    .default(true)
    .describe('Whether a session is warned of, and then refused, the same call over and over.'),
  max_result_chars: within('max_result_chars', z.int())
    .optional()
    .describe('Characters of a result before it is stored and cut. Unset: 100000, or less for a small context window.'),
  max_turn_chars: within('max_turn_chars', z.int())
    .optional()
    .describe('Characters of all results of a batch. Unset: 200000, or less for a small context window.'),
});

const globs = z.array(z.string().trim().min(1));

/** `approvals`, as far as the dispatcher reads it. */
export const approvalsFragment: z.ZodObject = z.object({
  deny_tools: globs
    .default([])
    .describe('Globs (`*`, `?`) on real tool names, case and all. A tool that fits one is never run.'),
  timeout: within('timeout', z.number())
    .default(DISPATCH_RANGES.timeout.fallback)
    .describe('Seconds a question for approval stays open. Silence means no.'),
});

/** What the dispatcher is set to. */
export interface DispatchConfig {
  /** @default 300000 */
  readonly callTimeoutMs: number;
  /** To how many milliseconds progress may extend a call; less than the call's own limit counts as that. @default 3600000 */
  readonly maxCallTimeoutMs: number;
  /** @default 8 */
  readonly maxParallelCalls: number;
  /** Whether a session is warned of, and then refused, the same call over and over. @default true */
  readonly loopGuardrails: boolean;
  /** Infinity leaves results whole. @default 100000, or 15 % of a known context window */
  readonly maxResultChars?: number;
  /** Infinity leaves batches whole. @default 200000, or 30 % of a known context window */
  readonly maxTurnChars?: number;
  /** @default 300000 */
  readonly approvalTimeoutMs: number;
  /** Globs on real names; `all` refuses every call, because the list that was written can't be read. @default [] */
  readonly denyTools: readonly string[] | 'all';
}

/** What is used where nothing is written. */
export const DEFAULT_DISPATCH: DispatchConfig = {
  callTimeoutMs: DISPATCH_RANGES.call_timeout.fallback * 1000,
  maxCallTimeoutMs: DISPATCH_RANGES.max_call_timeout.fallback * 1000,
  maxParallelCalls: DISPATCH_RANGES.max_parallel_calls.fallback,
  loopGuardrails: true,
  approvalTimeoutMs: DISPATCH_RANGES.timeout.fallback * 1000,
  denyTools: [],
};

/**
 * Reads the sections `dispatch` and `approvals`. Never throws. A bad number falls back with a warning. A bad
 * `deny_tools` does not: it is a permission, so until it is mended every call is refused.
 */
export function readDispatchConfig(sections: {
  readonly dispatch?: unknown;
  readonly approvals?: unknown;
}): ReadConfig<DispatchConfig> {
  const numbers = readSafely('dispatch', {}, (warnings) =>
    readDispatch(section('dispatch', sections.dispatch, warnings), warnings),
  );
  const rules = readSafely<Approvals>('approvals', { denyTools: 'all' }, (warnings) =>
    readApprovals(sections.approvals, warnings),
  );
  return {
    config: { ...DEFAULT_DISPATCH, ...numbers.config, ...rules.config },
    warnings: [...numbers.warnings, ...rules.warnings],
  };
}

type Approvals = Pick<DispatchConfig, 'denyTools'> & Partial<Pick<DispatchConfig, 'approvalTimeoutMs'>>;

function readDispatch(mapping: JsonObject, warnings: string[]): Partial<DispatchConfig> {
  const number = (key: keyof typeof DISPATCH_RANGES, parse: (value: unknown) => number | undefined) =>
    readNumber(`dispatch.${key}`, writtenMember(mapping, key), { ...DISPATCH_RANGES[key], parse }, warnings);
  const callTimeout = number('call_timeout', lenientNumber);
  const maxCallTimeout = number('max_call_timeout', lenientNumber);
  const parallel = number('max_parallel_calls', lenientInteger);
  const result = number('max_result_chars', lenientInteger);
  const turn = number('max_turn_chars', lenientInteger);
  const guardrails = writtenMember(mapping, 'loop_guardrails');
  const loopGuardrails = lenientBoolean(guardrails);
  if (guardrails !== undefined && loopGuardrails === undefined) {
    warnings.push(fallenBack('dispatch.loop_guardrails', guardrails, true));
  }
  warnings.push(...unknownKeys('dispatch', mapping, Object.keys(dispatchFragment.shape)));
  return {
    ...(callTimeout === undefined ? {} : { callTimeoutMs: callTimeout * 1000 }),
    ...(maxCallTimeout === undefined ? {} : { maxCallTimeoutMs: maxCallTimeout * 1000 }),
    ...(parallel === undefined ? {} : { maxParallelCalls: parallel }),
    ...(loopGuardrails === undefined ? {} : { loopGuardrails }),
    ...(result === undefined ? {} : { maxResultChars: result }),
    ...(turn === undefined ? {} : { maxTurnChars: turn }),
  };
}

function readApprovals(written: unknown, warnings: string[]): Approvals {
  if (written === undefined || written === null) return { denyTools: [] };
  if (!isJsonObject(written)) {
    warnings.push(`approvals is ${shownValue(written)}, not a mapping; until it is mended every call is refused`);
    return { denyTools: 'all' };
  }
  const range = { ...DISPATCH_RANGES.timeout, parse: lenientNumber };
  const timeout = readNumber('approvals.timeout', writtenMember(written, 'timeout'), range, warnings);
  return {
    denyTools: readDenyTools(writtenMember(written, 'deny_tools'), warnings),
    ...(timeout === undefined ? {} : { approvalTimeoutMs: timeout * 1000 }),
  };
}

function readDenyTools(written: unknown, warnings: string[]): DispatchConfig['denyTools'] {
  if (written === undefined) return [];
  const read = globs.safeParse(typeof written === 'string' ? [written] : written);
  if (read.success) return read.data;
  warnings.push(
    `approvals.deny_tools is ${shownValue(written)}; expected a YAML list of names and globs; until it is mended every call is refused`,
  );
  return 'all';
}

interface NumberRules {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly parse: (value: unknown) => number | undefined;
}

/** Absent when nothing usable was written. */
function readNumber(path: string, written: unknown, rules: NumberRules, warnings: string[]): number | undefined {
  if (written === undefined) return undefined;
  const read = rules.parse(written);
  const used = read === undefined ? undefined : clamp(read, rules.min, rules.max);
  if (used !== read || used === undefined) warnings.push(fallenBack(path, written, used ?? rules.fallback));
  return used;
}

function section(path: string, written: unknown, warnings: string[]): JsonObject {
  if (isJsonObject(written)) return written;
  if (written !== undefined && written !== null)
    warnings.push(`${path} is ${shownValue(written)}, not a mapping; the defaults are used`);
  return {};
}
