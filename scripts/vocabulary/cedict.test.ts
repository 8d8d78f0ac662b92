import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dictionary, readCedict } from './cedict.ts';

const ENTRIES = [
  { traditional: '天氣', simplified: '天气', pinyin: 'tian1 qi4', english: ['weather'] },
  {
    traditional: '打電話',
    simplified: '打电话',
    pinyin: 'da3 dian4 hua4',
    english: ['to make a telephone call', 'CL:個|个[ge4]'],
  },
  { traditional: '查', simplified: '查', pinyin: 'Zha1', english: ['surname Zha'] },
  {
    traditional: '查',
    simplified: '查',
    pinyin: 'cha2',
    english: ['to check; to look up (in a dictionary)', '(archaic) raft'],
  },
  { traditional: 'A', simplified: 'A', pinyin: 'A', english: ['letter'] },
];

describe('the dictionary', () => {
  let folder: string;
  let dictionary: Dictionary;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'callslip-cedict-'));
    const file = path.join(folder, 'cedict.json');
    writeFileSync(file, JSON.stringify(ENTRIES));
    dictionary = readCedict(file);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the stems of each meaning, the first one counting most', () => {
    const [check, look, note] = dictionary.senses.get('查') ?? [];
    expect([check?.stems, look?.stems, note?.stems]).toEqual([['check'], ['look'], ['dictionari']]);
    expect(check?.weight).toBeGreaterThan(look?.weight ?? 1);
    expect(look?.weight).toBeGreaterThan(note?.weight ?? 1);
  });

  it('leaves out names, measure words, dated meanings and verbs that only hold a gloss together', () => {
    expect(dictionary.senses.get('打电话')?.map(({ stems }) => stems)).toEqual([['telephon', 'call']]);
    expect([...(dictionary.senses.get('查') ?? [])].flatMap(({ stems }) => stems)).not.toContain('raft');
    expect([...dictionary.senses.keys()]).toEqual(['天气', '打电话', '查']);
  });

  it('knows which simplified character stands for a traditional one', () => {
    expect([...dictionary.simplified]).toEqual([
      ['氣', '气'],
      ['電', '电'],
      ['話', '话'],
    ]);
  });
});
