import type { CallContext } from '../base/call/call-context.ts';

/** What a tool runs with in a test: never aborted, nobody to ask, no other tool to call. */
export function fakeCallContext(overrides: Partial<CallContext> = {}): CallContext {
  return {
    signal: new AbortController().signal,
    sessionId: 'test',
    callId: 'call',
    progress: () => {},
    dispatch: async () => {
      throw new Error('this test calls no other tool');
    },
    elicit: async () => ({ action: 'cancel' }),
    ...overrides,
  };
}
