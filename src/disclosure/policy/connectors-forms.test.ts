import { describe, expect, it } from 'vitest';
import { readConnectorsConfig } from './connectors-forms.ts';

const enabled = (value: unknown) => readConnectorsConfig(value).config.enabled;

describe('readConnectorsConfig', () => {
  it('is on unless it is switched off in so many words', () => {
    for (const value of [undefined, null, true, {}, { enabled: null }, { enabled: 1 }, { enabled: 'sure' }]) {
      expect(readConnectorsConfig(value)).toEqual({ config: { enabled: true }, warnings: [] });
    }
    for (const word of [false, 0, 'false', ' OFF ', 'no', '0', '']) expect(enabled({ enabled: word })).toBe(false);
    expect(enabled(false)).toBe(false);
  });

  it('stays on for a value of another shape, with a warning', () => {
    expect(readConnectorsConfig('maybe')).toEqual({
      config: { enabled: true },
      warnings: [`tools.connectors is "maybe", which can't be used; {"enabled":true} is used`],
    });
    expect(readConnectorsConfig('off')).toEqual({ config: { enabled: false }, warnings: [] });
    expect(readConnectorsConfig({ enabled: [], gateway: 'x' }).warnings).toHaveLength(2);
  });
});
