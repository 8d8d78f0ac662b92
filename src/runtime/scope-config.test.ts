import { describe, expect, it } from 'vitest';
import { readScopeConfig } from './scope-config.ts';

describe('readScopeConfig', () => {
  it('grants everything where nothing is written', () => {
    expect(readScopeConfig({})).toEqual({ config: {}, warnings: [] });
  });

  it('reads lists, a bare name and numbers in text', () => {
    expect(
      readScopeConfig({ toolsets: 'web', agent: { disabled_toolsets: ['x'] }, model: { context_length: '64000' } }),
    ).toEqual({ config: { enabled: ['web'], disabled: ['x'], contextLength: 64_000 }, warnings: [] });
    expect(readScopeConfig({ toolsets: [] }).config).toEqual({ enabled: [] });
    expect(readScopeConfig({ model: 'some-model' })).toEqual({ config: {}, warnings: [] });
  });

  it.each([[{ web: true }], [5], [false]])('grants nothing by toolsets: %j', (toolsets) => {
    const { config, warnings } = readScopeConfig({ toolsets });
    expect(config.enabled).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('leaves what is no name out of a grant', () => {
    const { config, warnings } = readScopeConfig({ toolsets: ['web', 5, null] });
    expect(config.enabled).toEqual(['web']);
    expect(warnings[0]).toContain('5, null');
  });

  it.each([[{ agent: { disabled_toolsets: [5] } }], [{ agent: { disabled_toolsets: {} } }], [{ agent: 'x' }]])(
    'disables everything when what is disabled can’t be read: %j',
    (values) => {
      const { config, warnings } = readScopeConfig(values);
      expect(config.disabled).toEqual(['all']);
      expect(warnings.length).toBeGreaterThan(0);
    },
  );

  it.each([0, -5, 'big', NaN])('takes context_length %j for unknown, with a warning', (length) => {
    const { config, warnings } = readScopeConfig({ model: { context_length: length } });
    expect(config.contextLength).toBeUndefined();
    expect(warnings[0]).toContain('model.context_length');
  });
});
