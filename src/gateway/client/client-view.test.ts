import { describe, expect, it } from 'vitest';
import { DEFAULT_GATEWAY } from '../config.ts';
import { clientView, createMetClient } from './client-view.ts';

const limitFor = (descriptionLimit: 'auto' | 'off' | number, name?: string) =>
  clientView({ callTools: 'single', descriptionLimit }, name === undefined ? undefined : { name }).descriptionLimit;

describe('how a client is shown tools', () => {
  it('goes by its name where nothing else is said, and sets no limit to clients that nobody knows', () => {
    expect(limitFor('auto', 'claude-code')).toBe(2048);
    expect(limitFor('auto', 'somebody')).toBeUndefined();
    expect(limitFor('auto')).toBeUndefined();
    expect(limitFor('auto', '__proto__')).toBeUndefined();
  });

  it('goes by the owner where he says so', () => {
    expect(limitFor('off', 'claude-code')).toBeUndefined();
    expect(limitFor(1024, 'claude-code')).toBe(1024);
    expect(limitFor(1024)).toBe(1024);
  });

  it('is settled by what the client says first', async () => {
    const { meet, met, view } = createMetClient(DEFAULT_GATEWAY);
    expect(view().descriptionLimit).toBeUndefined();
    meet({ name: 'claude-code', version: '2' });
    meet({ name: 'somebody', version: '2' });
    await met;
    expect(view()).toEqual({ callTools: 'single', descriptionLimit: 2048 });
  });
});
