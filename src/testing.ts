/**
 * Fakes for tests of what is built on Callslip: a clock that is held, tools, snapshots, a session over
 * real parts, and a real MCP server on loopback.
 *
 * @module callslip/testing
 */
export { fakeCallContext } from './testing/fake-call-context.ts';
export type { FakeClock } from './testing/fake-clock.ts';
export { createFakeClock } from './testing/fake-clock.ts';
export type { FakeSnapshotOptions } from './testing/fake-snapshot.ts';
export { fakeSnapshot } from './testing/fake-snapshot.ts';
export type { FakeToolOptions } from './testing/fake-tool.ts';
export { fakeTool } from './testing/fake-tool.ts';
export type { LoopbackOptions, LoopbackRequest, LoopbackServer } from './testing/loopback-server.ts';
export { startLoopbackServer } from './testing/loopback-server.ts';
export type { OpenSession, OpenSessionOptions } from './testing/open-session.ts';
export { openSession } from './testing/open-session.ts';
export { untilSnapshot } from './testing/until-snapshot.ts';
