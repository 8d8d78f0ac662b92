/**
 * Characters (UTF-16 units) after which a client cuts each tool's description, and our instructions, by the name it gives
 * itself in its handshake. Only what is known for certain: a limit that is not there would cost a client the catalogue.
 *
 * `claude-code`: 2,048 for both, https://github.com/anthropics/claude-code/issues/41593 and /81268, 2026.
 */
export const DESCRIPTION_LIMITS: ReadonlyMap<string, number> = new Map([['claude-code', 2048]]);
