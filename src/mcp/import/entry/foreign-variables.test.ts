// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is the syntax under test
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { expandVariables } from '../../entries/expand-variables.ts';
import { inOwnVariables, type VariableMeanings } from './foreign-variables.ts';

const plain: VariableMeanings = { inputs: new Map(), bare: false };
const bare: VariableMeanings = { ...plain, bare: true };

describe('inOwnVariables', () => {
  it.each([
    ['${A} ${B:-x} $${C}', '${A} ${B:-x} $${C}'],
    ['${env:A}{env:B}', '${A}${B}'],
    ['${env:A:-x}', '${A:-x}'],
    ['${userHome}', '${HOME}'],
    ['$${env:A} $${command:b}', '$${env:A} $${command:b}'],
    ['$A %A% ${A-x} ${1} ${', '$A %A% ${A-x} ${1} ${'],
    ['{"a": {"b": 1}} ${{ x }}', '{"a": {"b": 1}} ${{ x }}'],
    ['${pathSeparator}', '/'],
  ])('writes %s as %s', (text, expected) => {
    const { value, unusable } = inOwnVariables(text, plain);
    expect([value, [...unusable]]).toEqual([expected, []]);
  });

  it.each([
    ['$A/$B_c %APPDATA%\\x', '${A}/${B_c} ${APPDATA}\\x'],
    ['${A}$B', '${A}${B}'],
    ['$$A $$${B} $', '$$A $$${B} $'],
    ['https://a.test/%C3%A4?x=%ABC%20', 'https://a.test/%C3%A4?x=%ABC%20'],
    ['100%', '100%'],
  ])('writes %s as %s where bare names are variables', (text, expected) => {
    expect(inOwnVariables(text, bare).value).toBe(expected);
  });

  it('goes to any depth and leaves keys and other values alone', () => {
    const value = { '${env:K}': [1, true, null, { a: '${env:A}' }] };
    expect(inOwnVariables(value, plain).value).toEqual({ '${env:K}': [1, true, null, { a: '${A}' }] });
  });

  it('writes a folder out so that nothing in its name is a variable', () => {
    const { value } = inOwnVariables('${userHome}|${workspaceRoot}', {
      ...plain,
      userFolder: '/home/${me}',
      projectFolder: 'C:\\shop',
    });
    expect(expandVariables(value, { me: 'no' }).value).toBe('/home/${me}|C:\\shop');
    expect(inOwnVariables('${/}', { ...plain, projectFolder: 'C:\\shop' }).value).toBe('\\');
  });

  it('names a form, but not what may be a secret in it', () => {
    const { unusable } = inOwnVariables(['${A:=s3cr3t}', '${vault:s3cr3t}', '${A:=other}'], plain);
    expect([...unusable]).toEqual(['${A:…}', '${vault:…}']);
  });

  property.prop([fc.string({ unit: fc.constantFrom('$', '{', '}', '%', 'A', ':', '-', 'env:', '/', ' ') })])(
    'never changes what our own variables mean',
    (text) => {
      const { value } = inOwnVariables(text, plain);
      // A name may be `env` as well: `{env:env:-}`.
      const isForeign = /\{(?:env:[Aenv]|\/)/.test(text);
      if (!isForeign) expect(value).toBe(text);
      expect(inOwnVariables(value, plain).value).toBe(value);
    },
  );
});
