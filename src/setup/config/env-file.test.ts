import { parseEnv } from 'node:util';
import { fc, it as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { envChange } from './env-change.ts';
import { canHold, removeVariables, setVariables, variablesIn } from './env-file.ts';

const FILE = '/home/me/.callslip/.env';
const set = (text: string, variables: Readonly<Record<string, string>>) =>
  setVariables(text, new Map(Object.entries(variables)), FILE);

const pieces = fc.constantFrom(
  'a',
  'B7',
  ' ',
  '\t',
  '\n',
  '\\n',
  '\\',
  '#',
  '=',
  '"',
  "'",
  '`',
  '$',
  '{X}',
  'é',
  '😀',
  ',',
);
const value = fc.oneof(
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
);
const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/);

describe('setVariables', () => {
  property.prop([value, fc.constantFrom('', 'A=1\n', '# note\n\nA="x # y"\r\nB=2', '\uFEFFA=1')])(
    'writes a value so that Node reads exactly that back, or refuses it by name',
    (held, before) => {
      if (canHold(held)) {
        const after = set(before, { TOKEN: held });
        expect(after.startsWith(before)).toBe(true);
        const read = Buffer.from(after)
          .toString()
          .replace(/^\uFEFF/, '');
        expect({ ...parseEnv(read) }).toEqual({ ...parseEnv(before.replace(/^\uFEFF/, '')), TOKEN: held });
      } else {
        expect(() => set(before, { TOKEN: held })).toThrow(/\.env: the value of TOKEN can't be written/);
      }
    },
  );

  it.each([
    ['plain-1.2/3:4@5', 'plain-1.2/3:4@5'],
    ['two words', "'two words'"],
    ["it's", `"it's"`],
    [`it's "quoted"`, '`it\'s "quoted"`'],
    [`'a' "b" \`c\``, undefined],
    [`a 'b' "c" \`d\``, 'a \'b\' "c" `d`'],
    ['line\nline', '"line\\nline"'],
    ['a "line"\nline', `'a "line"\nline'`],
    [`it's\\n`, "`it's\\n`"],
    [`'\\n\``, undefined],
    ['', "''"],
    ['# no comment', "'# no comment'"],
    ['a\rb', undefined],
    ['\ud800', undefined],
  ])('writes %j as %j', (held, written) => {
    expect(canHold(held)).toBe(written !== undefined);
    if (written !== undefined) expect(set('', { A: held })).toBe(`A=${written}\n`);
  });

  it('refuses what is no name of a variable', () => {
    for (const odd of ['', '1A', 'A-B', 'A B', 'A\nB', 'Ä'])
      expect(() => set('', { [odd]: 'x' })).toThrow(/is no name/);
  });

  it('replaces the line that counts, and no other byte', () => {
    const text = 'A=1 # one\r\nexport B = "x\r\ny" # two\r\n#B=3\r\nC=4';
    expect(set(text, { B: 'new' })).toBe('A=1 # one\r\nB=new\r\n#B=3\r\nC=4');
    expect(set('A=1\nA=2\n', { A: '3' })).toBe('A=1\nA=3\n');
    expect(set('A=1\r\nB=2', { C: '3' })).toBe('A=1\r\nB=2\r\nC=3\r\n');
    expect(set('\uFEFFA=1\nB=2\n', { B: '3', C: '4' })).toBe('\uFEFFA=1\nB=3\nC=4\n');
  });

  it.each(['A="open\n', 'A=1\nno assignment\n'])(
    'does not touch a file where a new line would be read as a part of %j',
    (text) => {
      expect(() => set(text, { B: 'it"s' })).toThrow(`${FILE} can't be changed safely`);
    },
  );

  property.prop([fc.string({ unit: fc.constantFrom('A', 'B', '=', '"', "'", ' ', '#', '\n', '\r', 'x') }), value])(
    'loses no other variable in any file, or does not touch it',
    (text, held) => {
      let after: string;
      try {
        after = set(text, { B: held });
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-config' });
        return;
      }
      expect(variablesIn(after)).toEqual(new Map([...variablesIn(text), ['B', held]]));
    },
  );
});

describe('envChange', () => {
  const change = (before: string | undefined, variables: Record<string, string>) =>
    envChange(FILE, before === undefined ? undefined : Buffer.from(before), new Map(Object.entries(variables)));

  it('is for its owner alone, and says what to take out again', () => {
    expect(change(undefined, { A: '1', B: '2' })).toEqual({
      file: FILE,
      before: undefined,
      after: Buffer.from('A=1\nB=2\n'),
      isPrivate: true,
      undo: { kind: 'variables', names: ['A', 'B'] },
    });
  });

  it('is none where there is nothing to set, or all is so already', () => {
    expect([change(undefined, {}), change('A=1\n', {}), change('A=1\n', { A: '1' })]).toEqual(Array(3).fill(undefined));
  });
});

describe('removeVariables', () => {
  property.prop([fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 6 }), fc.boolean()])(
    'takes out what was put in, byte for byte',
    (pairs, hasText) => {
      const before = hasText ? "# mine\nOLD_one='a\nb'\n\n" : '';
      const variables = new Map(pairs.filter(([, held]) => canHold(held)));
      const after = setVariables(before, variables, FILE);
      expect(removeVariables(after, [...variables.keys()], FILE)).toBe(before);
    },
  );

  property.prop([fc.string({ unit: fc.constantFrom('A', 'B', '=', '"', "'", ' ', '#', '\n', '\r', 'x') })])(
    'loses no other variable in any file, or does not touch it',
    (text) => {
      let after: string;
      try {
        after = removeVariables(text, ['B'], FILE);
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid-config' });
        return;
      }
      expect(variablesIn(after)).toEqual(new Map([...variablesIn(text)].filter(([held]) => held !== 'B')));
    },
  );

  it('does not touch a file in which Node takes the line for a part of another variable', () => {
    expect(() => removeVariables('no assignment\nB=1\n', ['B'], FILE)).toThrow(`${FILE} can't be changed safely`);
  });

  it('takes out every line of a variable, and leaves comments alone', () => {
    const text = 'A=1\n# A=2\n export A = 3\nB="\nA=4\n"\nA=5';
    expect(removeVariables(text, ['A', 'NONE'], FILE)).toBe('# A=2\nB="\nA=4\n"\n');
  });
});
