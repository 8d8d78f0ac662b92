import { expect, it } from 'vitest';
import { textResult } from '../../base/call/tool-result.ts';
import { systemClock } from '../../base/clock.ts';
import { sha256Hex } from '../../base/hash.ts';
import { silentLogger } from '../../base/logger.ts';
import { stableJson } from '../../base/stable-json.ts';
import { createPolicy } from '../../disclosure/policy/policy.ts';
import { createRegistry } from '../../registry/registry.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { DEFAULT_DISPATCH } from '../config.ts';
import type { DispatchContext } from '../dispatch-context.ts';
import { createToolLookup } from '../planner/tool-lookup.ts';
import { run } from './run.ts';

it('[INV-5] does not run arguments that are not those approved', async () => {
  let runs = 0;
  const tool = fakeTool({ name: 'work', execute: async () => textResult(`${++runs}`) });
  const scope = { sessionId: 's', surface: 'test' };
  const context: DispatchContext = {
    scope,
    lookup: createToolLookup({
      registry: createRegistry(),
      scope,
      policy: createPolicy(),
      bridge: { search: tool, describe: tool },
    }),
    hooks: {},
    approvals: undefined,
    resultStore: undefined,
    memory: undefined,
    config: DEFAULT_DISPATCH,
    clock: systemClock,
    logger: silentLogger,
    emit: () => {},
    oneAtATime: (work) => work(),
    signal: new AbortController().signal,
    onProgress: undefined,
    elicit: async () => ({ action: 'cancel' }),
    nested: () => Promise.reject(new Error('not here')),
  };
  const call = { id: 'a', name: 'work', tool, arguments: { command: 'rm' } };
  const approved = sha256Hex(stableJson({ command: 'ls' }));
  expect(await run({ ...call, digest: approved }, context)).toMatchObject({
    refusal: { by: 'approval', error: { code: 'arguments-changed' } },
  });
  expect(runs).toBe(0);
  expect(await run({ ...call, arguments: { command: 'ls' }, digest: approved }, context)).toMatchObject({
    result: { ok: true },
  });
});
