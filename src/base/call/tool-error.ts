import type { JsonObject } from '../json.ts';

/**
 * An expected failure, written for the model that reads it: what was wrong, with which value, what to do instead.
 *
 * To a model it is one JSON object: `error` (the message), `code`, the fields of `data`, `hint`, in this order.
 */
export interface ToolError {
  /** Kebab-case, stable: `not-found`, `invalid-arguments`, `timeout`. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** True when the same call may succeed later without a change. */
  readonly retryable?: boolean;
  /** Further fields of the model's JSON object, in order: `path`, `constraint`, `parameters`. */
  readonly data?: JsonObject;
}
