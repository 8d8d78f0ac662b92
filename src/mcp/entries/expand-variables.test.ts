// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { expandVariables, unknownForms, variableNames, variableSpans } from './expand-variables.ts';

describe('expandVariables', () => {
  it('leaves a default that has no end, and takes no longer for a million of them', () => {
    const text = '${a:-'.repeat(200_000);
    expect(expandVariables(text, { a: 'x' })).toMatchObject({ value: text, missing: [] });
    expect(variableSpans(text)).toEqual([]);
    expect(expandVariables('${A} ${B:-', { A: '1' }).value).toBe('1 ${B:-');
  });

  it('tells a form of another client without what may be its default', () => {
    expect(unknownForms(['${env:A}', '${env:A:-s3cr3t}', '$${env:B}'])).toEqual(['${env:A}', '${env:A…}']);
  });

  it('fills in variables in every text, at any depth, and leaves keys and other values alone', () => {
    const value = { url: 'https://${HOST}/x', args: ['-p', '${PORT}', 3], '${HOST}': true, none: null };
    expect(expandVariables(value, { HOST: 'example.org', PORT: '81' })).toMatchObject({
      value: { url: 'https://example.org/x', args: ['-p', '81', 3], '${HOST}': true, none: null },
      missing: [],
    });
  });

  it('takes the default when the variable is unset or empty', () => {
    expect(expandVariables('${A:-one} ${B:-two} ${C:-three}', { B: '', C: '3' })).toMatchObject({
      value: 'one two 3',
      missing: [],
    });
  });

  it('takes an empty default and an empty variable as they are', () => {
    expect(expandVariables('[${A:-}][${B}]', { B: '' })).toMatchObject({ value: '[][]', missing: [] });
  });

  it('lists each unset variable without a default once, in order', () => {
    expect(expandVariables(['${B} ${A}', '${B}'], {}).missing).toEqual(['B', 'A']);
  });

  it('does not expand what a variable holds', () => {
    expect(expandVariables('${A}', { A: '${B} $& $1', B: 'no' }).value).toBe('${B} $& $1');
  });

  it('gives a plain ${ for $${, and leaves other forms alone', () => {
    expect(expandVariables('$${A} $A ${env:A} ${A-x} ${1} ${', { A: 'x' })).toMatchObject({
      value: '${A} $A ${env:A} ${A-x} ${1} ${',
      missing: [],
    });
  });

  it('tells what was filled in, but not the defaults', () => {
    const { filled } = expandVariables(['${A:-one} ${B}', '${C:-three}', '${UNSET}'], { A: '1', B: '2', C: '' });
    expect([...filled]).toEqual([
      ['A', '1'],
      ['B', '2'],
    ]);
  });

  it('knows only own variables of the environment', () => {
    expect(expandVariables('${constructor} ${__proto__}', {}).missing).toEqual(['constructor', '__proto__']);
  });

  property.prop([fc.string().filter((text) => !text.includes('${'))])('leaves a text without ${ as it is', (text) => {
    expect(expandVariables(text, {})).toMatchObject({ value: text, missing: [] });
  });
});

describe('variableSpans and variableNames', () => {
  it('tell where something is filled in, and what', () => {
    const text = 'a ${A}${B:-b c}$${C} ${env:D} $E ${F';
    expect(variableSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual(['${A}', '${B:-b c}']);
    expect(variableSpans(text)).toMatchObject([{ name: 'A' }, { name: 'B', fallback: 'b c' }]);
    expect(variableNames({ x: ['${A}', { y: '${B:-}${A}' }], '${K}': 1 })).toEqual(['A', 'B']);
  });
});
