import type { DeclarationSize } from '../bill.ts';

/** The most tools the widest-used APIs take in one request. */
const MAX_TOOLS = 128;

/** The smallest limit met in the field for all tool definitions together: 47 KB. */
const MAX_BYTES = 47_000;

/**
 * A sentence when the tools declared pass what some providers take, before a provider refuses the request. `deferrable`
 * is how many of them could wait behind the bridge.
 */
export function providerCapWarning({ tools, bytes }: DeclarationSize, deferrable: number): string | undefined {
  if (tools <= MAX_TOOLS && bytes <= MAX_BYTES) return undefined;
  const remedy =
    deferrable > 0
      ? `set tools.tool_search.enabled to auto, and ${deferrable} of them are deferred`
      : 'load fewer tools always, or grant fewer toolsets';
  return `${tools} tools with ${bytes} bytes of definitions are declared; some providers take at most ${MAX_TOOLS} tools or ${MAX_BYTES} bytes: ${remedy}`;
}
