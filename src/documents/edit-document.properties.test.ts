import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { Change, KeyPath } from './document-format.ts';
import { editDocument, readDocument } from './edit-document.ts';

/** A member of a random document, with what stands around it. */
interface Member {
  readonly key: string;
  readonly value: string | readonly number[] | readonly Member[];
  /** What stands above it: a blank line, a comment directly above, or a comment and a blank line. */
  readonly above: 'nothing' | 'blank' | 'comment' | 'free';
  readonly hasTrailing: boolean;
  readonly isInLine: boolean;
}

/** A line of a document and the member that it belongs to. `isWhole`: what is in the member stands in the line too. */
interface Line {
  readonly text: string;
  readonly owner: KeyPath;
  readonly isWhole?: boolean;
}

const KEYS = ['a', 'b', 'c d', '__proto__', 'e.f', 'q"\'', 'é', 'toString'];
const document = fc.letrec<{ members: readonly Member[] }>((tie) => ({
  members: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom(...KEYS),
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('x', '# no', '"{', '[t]\nk: v', '', 'on', "it's", '1979-05-27'),
        fc.array(fc.nat(9), { maxLength: 3 }),
        tie('members'),
      ),
      above: fc.constantFrom('nothing', 'blank', 'comment', 'free'),
      hasTrailing: fc.boolean(),
      isInLine: fc.boolean(),
    }),
    { selector: ({ key }) => key, maxLength: 4 },
  ),
})).members;

const wanted = fc.constantFrom<Json>(
  's',
  7,
  -1.5,
  true,
  [],
  ['a', { b: [1] }],
  {},
  { p: 'q' },
  { p: { q: { r: [] } }, s: 1 },
  'a\nb\n',
  '"q\n\n x\'  \n',
);
/** Where to go at each level: to a member by its number, or to one that may not be there. */
const step = fc.oneof(fc.nat(3), fc.constantFrom('new', '__proto__', 'x y'));
const change = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  value: fc.option(wanted, { nil: undefined }),
});
const layout = fc.record({ isCrLf: fc.boolean(), hasMark: fc.boolean(), unit: fc.constantFrom('  ', '    ', '\t') });

const WRITERS = { json: jsonLines, yaml: yamlLines, toml: tomlLines };

describe.each(['json', 'yaml', 'toml'] as const)('editDocument of random %s', (format) => {
  it('says what it should, keeps every other line, and can be taken back', () => {
    fc.assert(
      fc.property(document, fc.array(change, { maxLength: 3 }), layout, (members, steps, { isCrLf, hasMark, unit }) => {
        const lines = WRITERS[format](members, format === 'yaml' && unit === '\t' ? ' ' : unit, isCrLf);
        const lineBreak = isCrLf ? '\r\n' : '\n';
        const text = `${hasMark ? '\uFEFF' : ''}${lines.map((line) => `${line.text}${lineBreak}`).join('')}`;
        const before = readDocument(format, text, 'f');
        expect(before).toEqual(valueOfMembers(members));

        const changes = changesOf(before, steps);
        const edited = editDocument(format, text, changes, 'f');
        expect(readDocument(format, edited, 'f')).toEqual(changes.reduce(withChange, before));
        expect(shapeOf(edited)).toEqual({ hasMark, isCrLf });
        expect(
          lost(
            lines.filter((line) => !isTouched(line, changes)),
            edited,
          ),
        ).toEqual([]);
        if (format === 'toml')
          expect(parseToml(edited.replace('\uFEFF', ''))).toEqual(readDocument('toml', edited, 'f'));

        const back = editDocument(format, edited, reversed(before, changes), 'f');
        expect(readDocument(format, back, 'f')).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});

/** All line breaks must be of one kind. */
function shapeOf(text: string): { readonly hasMark: boolean; readonly isCrLf: boolean } {
  const isCrLf = text.includes('\r\n');
  if (isCrLf && text.replaceAll('\r\n', '').includes('\n')) throw new Error('line breaks are mixed');
  return { hasMark: text.startsWith('\uFEFF'), isCrLf };
}

/** Lines that are not in a text, or not in this order. Braces and commas follow what stands around them. */
function lost(lines: readonly Line[], text: string): readonly string[] {
  const rest = linesOf(text).map(bare);
  return lines
    .flatMap((line) => linesOf(line.text).map(bare))
    .filter((line) => {
      if (line === '') return false;
      const at = rest.indexOf(line);
      rest.splice(0, at + 1);
      return at === -1;
    });
}

/** A mapping that is emptied closes on the line on which it opened, before the comment behind it. */
function linesOf(text: string): readonly string[] {
  return text.replaceAll(/\{\}(,?) (?=\/\/ tail)/g, '{}$1\n').split('\n');
}

function bare(line: string): string {
  return line.replaceAll(/[\uFEFF,{}\s]/g, '');
}

function isTouched({ owner, isWhole }: Line, changes: readonly Change[]): boolean {
  return changes.some(({ path }) => startsWith(owner, path) || (isWhole === true && startsWith(path, owner)));
}

function startsWith(path: KeyPath, prefix: KeyPath): boolean {
  return prefix.every((key, index) => path[index] === key);
}

function changesOf(
  before: JsonObject,
  steps: readonly { readonly steps: readonly (string | number)[]; readonly value?: Json | undefined }[],
): Change[] {
  const changes: Change[] = [];
  let current = before;
  for (const { steps: way, value } of steps) {
    const path: string[] = [];
    let at: Json | undefined = current;
    for (const next of way) {
      if (!isJsonObject(at)) break;
      const key: string = typeof next === 'string' ? next : (Object.keys(at)[next] ?? 'new');
      path.push(key);
      at = Object.hasOwn(at, key) ? at[key] : {};
    }
    const made: Change = { path, ...(value === undefined ? {} : { value }) };
    changes.push(made);
    current = withChange(current, made);
  }
  return changes;
}

function withChange(value: JsonObject, { path: [key = '', ...rest], value: wantedValue }: Change): JsonObject {
  const held = Object.hasOwn(value, key) ? value[key] : undefined;
  if (rest.length === 0) {
    const others = Object.entries(value).filter(([name]) => name !== key);
    return Object.fromEntries(wantedValue === undefined ? others : [...others, [key, wantedValue]]);
  }
  if (held === undefined && wantedValue === undefined) return value;
  const inner = withChange(isJsonObject(held) ? held : {}, {
    path: rest,
    ...(wantedValue === undefined ? {} : { value: wantedValue }),
  });
  return Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, inner]]);
}

function reversed(before: JsonObject, changes: readonly Change[]): readonly Change[] {
  const states = [before];
  for (const [index, made] of changes.entries()) states.push(withChange(states[index] ?? {}, made));
  return changes.map(({ path }, index) => reverse(states[index] ?? {}, path)).reverse();
}

/** What was made on the way goes too. */
function reverse(value: JsonObject, path: KeyPath): Change {
  let at: Json | undefined = value;
  for (const [index, key] of path.entries()) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return { path: path.slice(0, index + 1) };
    at = at[key];
  }
  return { path, ...(at === undefined ? {} : { value: at }) };
}

function valueOfMembers(members: readonly Member[]): JsonObject {
  return Object.fromEntries(members.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: Member['value']): Json {
  return isMembers(value) ? valueOfMembers(value) : value;
}

/** An empty list of numbers and an empty mapping look alike: it is a list. */
function isMembers(value: Member['value']): value is readonly Member[] {
  return typeof value !== 'string' && typeof value[0] === 'object';
}

/** What stands above a member. What is not directly above it belongs to the mapping. */
function above(
  { above: kind }: Member,
  { path, indent, mark }: { readonly path: KeyPath; readonly indent: string; readonly mark: string },
): Line[] {
  const comment = `${indent}${mark} about ${path.map((key) => key.replaceAll(/\W/g, '_')).join(' ')}`;
  const owner = path.slice(0, -1);
  if (kind === 'nothing') return [];
  if (kind === 'blank') return [{ text: '', owner }];
  if (kind === 'comment') return [{ text: comment, owner: path }];
  return [
    { text: '', owner },
    { text: `${comment}, free`, owner },
    { text: '', owner },
  ];
}

function jsonLines(members: readonly Member[], unit: string): Line[] {
  const write = (inner: readonly Member[], path: KeyPath, indent: string): Line[] =>
    inner.flatMap((member, index) => {
      const { key, value, hasTrailing, isInLine } = member;
      const own = [...path, key];
      const comma = index < inner.length - 1 || hasTrailing ? ',' : '';
      const tail = `${comma}${hasTrailing ? ' // tail' : ''}`;
      const head = `${indent}${JSON.stringify(key)}: `;
      const before = above(member, { path: own, indent, mark: '//' });
      if (!isMembers(value) || isInLine) {
        return [...before, { text: `${head}${JSON.stringify(plainValue(value))}${tail}`, owner: own, isWhole: true }];
      }
      return [
        ...before,
        { text: `${head}{`, owner: own },
        ...write(value, own, indent + unit),
        { text: `${indent}}${tail}`, owner: own },
      ];
    });
  return [
    { text: '// first', owner: [] },
    { text: '{', owner: [] },
    ...write(members, [], unit),
    { text: '}', owner: [] },
    { text: '// last', owner: [] },
  ];
}

function yamlLines(members: readonly Member[], unit: string): Line[] {
  const write = (inner: readonly Member[], path: KeyPath, indent: string): Line[] =>
    inner.flatMap((member) => {
      const { key, value, hasTrailing, isInLine } = member;
      const own = [...path, key];
      const tail = hasTrailing ? ' # tail' : '';
      const head = `${indent}${/^\w+$/.test(key) ? key : JSON.stringify(key)}:`;
      const before = above(member, { path: own, indent, mark: '#' });
      if (typeof value === 'string' && value.includes('\n') && isInLine) {
        const block = value.split('\n').map((line) => ({ text: `${indent}${unit}${line}`, owner: own, isWhole: true }));
        return [...before, { text: `${head} |-${tail}`, owner: own, isWhole: true }, ...block];
      }
      if (!isMembers(value) || isInLine) {
        return [...before, { text: `${head} ${JSON.stringify(plainValue(value))}${tail}`, owner: own, isWhole: true }];
      }
      return [...before, { text: `${head}${tail}`, owner: own, isWhole: false }, ...write(value, own, indent + unit)];
    });
  return [{ text: '# first', owner: [] }, { text: '', owner: [] }, ...write(members, [], '')];
}

function tomlLines(members: readonly Member[], unit: string, isCrLf: boolean): Line[] {
  const name = (path: KeyPath) => path.map((key) => (/^\w+$/.test(key) ? key : JSON.stringify(key))).join('.');
  const inLine = (value: Member['value']): string =>
    isMembers(value)
      ? `{ ${value.map((member) => `${name([member.key])} = ${inLine(member.value)}`).join(', ')} }`
      : JSON.stringify(value);
  const isFlat = ({ value, isInLine }: Member) => !isMembers(value) || isInLine;
  const isDotted = ({ value, above: kind }: Member) => isMembers(value) && kind === 'nothing' && value.every(isFlat);
  const isTable = (member: Member) => !isFlat(member) && !isDotted(member);
  const writeEntry = (member: Member, path: KeyPath, dots: KeyPath): Line[] => {
    const { key, value, hasTrailing } = member;
    const own = [...path, key];
    if (isMembers(value) && !isFlat(member)) return value.flatMap((inner) => writeEntry(inner, own, [...dots, key]));
    // The line breaks of such a text are part of it.
    const isLong = !isCrLf && typeof value === 'string' && value.includes('\n');
    const head = `${isLong ? '' : unit}${name([...dots, key])} = `;
    const text = `${head}${isLong ? `"""${value}"""` : inLine(value)}${hasTrailing ? ' # tail' : ''}`;
    const lines = text.split('\n').map((line) => ({ text: line, owner: own, isWhole: true }));
    return [...above(member, { path: own, indent: '', mark: '#' }), ...lines];
  };
  const write = (inner: readonly Member[], path: KeyPath): Line[] => {
    const entries = inner.filter((member) => !isTable(member)).flatMap((member) => writeEntry(member, path, []));
    const tables = inner.filter(isTable).flatMap((member) => {
      const own = [...path, member.key];
      const value = member.value as readonly Member[];
      return [
        ...above(member, { path: own, indent: '', mark: '#' }),
        { text: `[${name(own)}]${member.hasTrailing ? ' # tail' : ''}`, owner: own },
        ...write(value, own),
      ];
    });
    return [...entries, ...tables];
  };
  return [{ text: '# first', owner: [] }, { text: '', owner: [] }, ...write(members, [])];
}
