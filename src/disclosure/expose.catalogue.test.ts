import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textResult } from '../base/call/tool-result.ts';
import { createRegistry, type Registry } from '../registry/registry.ts';
import { toolFromRecord } from '../registry/tool/from-record.ts';
import { readRecord } from '../registry/tool/read-record.ts';
import type { Tool } from '../registry/tool/tool.ts';
import { expose } from './expose.ts';
import { createPolicy } from './policy/policy.ts';

/** A real catalogue of 4,164 API descriptions by 25 sources, eleven of them twice. */
function catalogue(): Registry {
  const path = new URL('../../bench/data/gorilla-apizoo/tools.jsonl.gz', import.meta.url);
  const bySource = new Map<string, Tool[]>();
  for (const line of gunzipSync(readFileSync(path)).toString().trim().split('\n')) {
    const read = readRecord(JSON.parse(line));
    if (!read.ok) throw new Error(read.reason);
    const tool = toolFromRecord(read.record, async () => textResult(''));
    bySource.set(tool.source.label, [...(bySource.get(tool.source.label) ?? []), tool]);
  }
  const registry = createRegistry();
  for (const [label, tools] of bySource) {
    const server = registry.open({ kind: 'mcp', label });
    server.replace(tools);
    server.setState('ready');
  }
  return registry;
}

const scopeOf = (contextLength: number | undefined) => ({
  sessionId: 's',
  surface: 'test',
  ...(contextLength === undefined ? {} : { contextLength }),
});

describe('a real catalogue of 4,153 tools', () => {
  const registry = catalogue();
  const policy = createPolicy();

  // What each window must give was worked out apart from this code, from the rules of the listing: the share of the
  // window, the sources summed up from the longest on, and the tokens of the resulting text.
  it.each([
    [8_000, { budget: 400, tier: 2, form: 'none', summedUp: 0, tokens: 0 }],
    [64_000, { budget: 3_200, tier: 1, form: 'mixed', summedUp: 11, tokens: 2_964 }],
    [200_000, { budget: 4_000, tier: 1, form: 'mixed', summedUp: 10, tokens: 3_770 }],
    [undefined, { budget: 4_000, tier: 1, form: 'mixed', summedUp: 10, tokens: 3_770 }],
  ] as const)('falls into the right tier at a context of %s', async (contextLength, wanted) => {
    const exposure = expose(await registry.snapshot(scopeOf(contextLength)), policy);
    expect(exposure.deferred).toHaveLength(4_153);
    expect(exposure.tools).toHaveLength(3);
    expect({
      budget: exposure.bill.listingBudget,
      tier: exposure.tier,
      form: exposure.listingForm,
      summedUp: exposure.tools[0]?.description.match(/ tools, names not listed: use tool_search\)/g)?.length ?? 0,
      tokens: exposure.bill.listing,
    }).toEqual(wanted);
  });

  it('[INV-8] has the same bytes in another run', async () => {
    const again = catalogue();
    for (const contextLength of [8_000, 64_000, 200_000, undefined]) {
      const first = expose(await registry.snapshot(scopeOf(contextLength)), policy);
      const second = expose(await again.snapshot(scopeOf(contextLength)), createPolicy());
      expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
      expect(second.fingerprint).toBe(first.fingerprint);
    }
  });
});
