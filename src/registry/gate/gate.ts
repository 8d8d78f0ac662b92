import type { Scope } from '../scope.ts';

/** What a gate says of a tool right now. */
export interface GateVerdict {
  readonly ok: boolean;
  /** Why not, for a person. */
  readonly reason?: string;
  /** What a person can do about it. */
  readonly remedy?: string;
}

/**
 * Decides whether a tool can be used now. Tools may share one gate object; it is asked once a snapshot.
 *
 * `presence` (is the program installed, the key set): a verdict is remembered for 30 s, and a failure within 60 s of
 * the last success counts as a flaky probe and is not believed. It must answer within 2 s, and must not depend on the
 * scope unless `remember` is false.
 *
 * `permission` (may this session): never remembered; silence for 5 s, or a throw, means no.
 */
export interface Gate {
  readonly kind: 'presence' | 'permission';
  /** For messages: `ffmpeg`, `signed-in`. */
  readonly name: string;
  /** False for a presence check that is cheap or depends on the scope. @default true */
  readonly remember?: boolean;
  check(context: {
    readonly scope: Scope;
    readonly signal: AbortSignal;
  }): boolean | GateVerdict | Promise<boolean | GateVerdict>;
}
