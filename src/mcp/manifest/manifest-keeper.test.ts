import { describe, expect, it } from 'vitest';
import { oddServer } from '../../../test/fixtures/odd-server/odd-server-config.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Manifest, ManifestStore } from './manifest.ts';
import { createManifestKeeper } from './manifest-keeper.ts';

const config = oddServer('odd');
const tools = [{ name: 'a' }];

function create(stored?: Manifest) {
  const clock = createFakeClock();
  const written: Manifest[] = [];
  const store: ManifestStore = {
    read: async () => stored,
    write: async (_config, manifest) => void written.push(manifest),
  };
  return { clock, written, keeper: createManifestKeeper(config, clock, store) };
}

describe('a manifest keeper', () => {
  it('writes once what arrives together, half a second after the first of it', async () => {
    const { clock, written, keeper } = create();
    expect(await keeper.read()).toBeUndefined();
    keeper.save({ tools, capabilities: { tools: {} } });
    await clock.advance(400);
    keeper.save({ prompts: [{ name: 'p' }] });
    expect(written).toEqual([]);
    await clock.advance(100);
    const whole = {
      capabilities: { tools: {} },
      tools,
      prompts: [{ name: 'p' }],
      resources: [],
      resourceTemplates: [],
    };
    expect(written).toEqual([whole]);
    expect(keeper.known).toEqual(whole);
  });

  it('writes nothing that is known already, and takes out what is no longer so', async () => {
    const before = { capabilities: {}, instructions: 'old', tools, prompts: [], resources: [], resourceTemplates: [] };
    const { clock, written, keeper } = create(before);
    expect(await keeper.read()).toBe(before);
    keeper.save({ tools: [{ name: 'a' }], instructions: 'old' });
    await clock.advance(1000);
    expect(written).toEqual([]);
    keeper.save({ instructions: undefined });
    await keeper.flush();
    expect(written).toHaveLength(1);
    expect(written[0]).not.toHaveProperty('instructions');
    await clock.advance(1000);
    await keeper.flush();
    expect(written).toHaveLength(1);
  });

  it('remembers for itself where there is no store', async () => {
    const keeper = createManifestKeeper(config, createFakeClock(), undefined);
    expect(await keeper.read()).toBeUndefined();
    keeper.save({ tools });
    expect(keeper.known).toMatchObject({ tools });
    await keeper.flush();
  });
});
