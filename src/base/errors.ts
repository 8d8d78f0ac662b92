import type { JsonObject } from './json.ts';

const BRAND = Symbol.for('callslip.error');

/** Every reason for which this library throws. */
export type CallslipErrorCode =
  | 'invalid-tool'
  | 'invalid-tools-file'
  | 'invalid-config'
  | 'invalid-argument'
  | 'missing-package'
  | 'server-failed'
  | 'server-unavailable'
  | 'gateway-failed'
  | 'closed';

/**
 * Thrown to callers of the library for broken contracts: a tool definition that can't be used, a config that can't be
 * read. A tool's expected failure is never thrown; it is a {@link ToolError} value.
 */
export class CallslipError extends Error {
  override readonly name = 'CallslipError';
  readonly code: CallslipErrorCode;
  /** Facts about the fault, safe to show. */
  readonly data: JsonObject;

  constructor(
    code: CallslipErrorCode,
    message: string,
    options: { readonly data?: JsonObject; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** Works across duplicated copies of this package, where `instanceof` does not. */
  static isInstance(error: unknown): error is CallslipError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
