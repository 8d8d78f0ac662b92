import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../base/logger.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { openSession } from '../../testing/open-session.ts';
import type { GatewayParts } from './client-side.ts';
import { instruct, instructions } from './instructions.ts';

const displacedListing = (room: number) => 'x'.repeat(room);

describe('instructions', () => {
  it('are the same for every client that cuts nothing', () => {
    const text = instructions({});
    for (const word of ['tool_search', 'tool_describe', 'tool_call']) expect(text).toContain(`\`${word}\``);
    expect(instructions({}, {})).toBe(text);
    expect(text.length).toBeLessThan(1000);
  });

  it('send to call_with where the call tools are split', () => {
    expect(instructions({ callTools: 'split' })).toContain('`call_with`');
    expect(instructions({ callTools: 'split' })).not.toMatch(/\btool_call\b/);
  });

  it.each([1000, 1024, 2048])('take the listing as far as there is room in %i characters', (descriptionLimit) => {
    for (const callTools of ['single', 'split'] as const) {
      const text = instructions({ callTools, descriptionLimit }, { displacedListing });
      expect(text.length).toBe(descriptionLimit);
      expect(text).toContain('These are there as you connect');
    }
  });

  it('say nothing of a listing that found no room', () => {
    expect(instructions({ descriptionLimit: 1000 }, { displacedListing: () => '' })).toBe(instructions({}));
  });
});

describe('instruct', () => {
  const many = (server: string) =>
    Array.from({ length: 60 }, (_, index) =>
      fakeTool({ name: `mcp__${server}__tool_${index}`, description: 'Works.' }),
    );

  function begin(descriptionLimit?: number) {
    const clock = createFakeClock();
    const view = () => (descriptionLimit === undefined ? {} : { descriptionLimit });
    const { registry, session } = openSession(many('early'), { clock, view });
    const late = registry.open({ kind: 'mcp', label: 'late' });
    const parts = { registry, clock, logger: silentLogger } as unknown as GatewayParts;
    const text = instruct({ parts, session: () => session, view }, new AbortController().signal);
    return { clock, late, text };
  }

  it('waits for what is starting when it gives a catalogue, as it can not be given again', async () => {
    const { late, text } = begin(2048);
    late.replace(many('late'));
    late.setState('ready');
    expect(await text).toContain('mcp__late__tool_7');
  });

  it('waits no longer than a search does', async () => {
    const { clock, text } = begin(2048);
    await clock.advance(2_000);
    expect(await text).toContain('late (still starting');
  });

  it('waits for nothing where there is no catalogue to give', async () => {
    expect(await begin().text).toBe(instructions({}));
  });
});
