import type { OutputUnit } from '@cfworker/json-schema';
import { collapseWhitespace, firstCodePoints } from '../base/text.ts';
import type { PreparedSchema } from './validate.ts';
import { argumentPath, segmentsOf } from './violation/argument-path.ts';
import { describeError } from './violation/describe-error.ts';
import { errorTrees } from './violation/error-tree.ts';
import { pickError } from './violation/pick-error.ts';

/** The one thing to put right first. */
export interface Violation {
  /** `arguments.options.tags[0]["odd key"]`. */
  readonly path: string;
  /** The JSON Schema keyword that is not met. */
  readonly constraint: string;
  /** With which value, and what would be right. One line, at most 600 code points. */
  readonly detail: string;
}

const LONGEST_DETAIL = 600;

/** Makes of a validator's errors (at least one) the violation that helps most. */
export function bestViolation(schema: PreparedSchema, errors: readonly OutputUnit[], args: unknown): Violation {
  const picked = pickError(schema, errorTrees(errors));
  const detail = firstCodePoints(collapseWhitespace(describeError(schema, picked, args)), LONGEST_DETAIL).text;
  const onlyTypes = picked.alternatives?.every(({ keyword }) => keyword === 'type');
  return {
    path: argumentPath(args, segmentsOf(picked.error.instanceLocation)),
    constraint: onlyTypes ? 'type' : picked.error.keyword,
    detail,
  };
}
