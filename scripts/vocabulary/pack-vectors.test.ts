import { describe, expect, it } from 'vitest';
import { openVectors } from '../../src/disclosure/related/vocabulary/vectors.ts';
import { packVectors } from './pack-vectors.ts';

describe('packVectors', () => {
  const some = [
    { stem: 'rain', vector: Float32Array.of(0.5, -0.25, 0), share: 0.4 },
    { stem: 'a', vector: Float32Array.of(-0.5, 0.1, 0.3), share: 0 },
    { stem: 'forecast', vector: Float32Array.of(0.45, -0.3, 0.05), share: 0.01 },
  ];

  it('packs what the reader gives back, to half a step', () => {
    const { dimensions, find, rows, scale, shares } = openVectors(packVectors(some));
    expect(dimensions).toBe(3);
    for (const { stem, vector, share } of some) {
      const row = find(stem);
      vector.forEach((value, i) => {
        expect(Math.abs((rows[row * 3 + i] ?? 0) * scale - value)).toBeLessThanOrEqual(scale / 2 + 1e-6);
      });
      expect(Math.abs((shares[row] ?? 0) - share)).toBeLessThanOrEqual(share * 0.05 + 0.0001);
    }
  });

  it('uses no character that a string literal has to escape', () => {
    const { STEMS, ROWS, SHARES } = packVectors(some);
    expect(STEMS + ROWS + SHARES).toMatch(/^[ -~]+$/);
    expect(STEMS + ROWS + SHARES).not.toMatch(/['"`\\$]/);
  });
});
