import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { align, type WordPair } from './align.ts';
import { readCedict } from './cedict.ts';
import { chooseWords, dictionaryTranslations, readFrequencies, usefulStems } from './choose-words.ts';
import { englishStems } from './english-words.ts';
import { type ChineseTable, packChinese } from './pack-chinese.ts';
import { segment } from './segment.ts';
import { catalogueStems, type ParallelText, parallelTexts } from './tool-texts.ts';
import { readStopWords, readWordList } from './word-list.ts';

const USAGE =
  'Usage: npx tsx scripts/vocabulary/make-chinese.ts --cedict FILE --frequencies FILE [--without SET]... [--output FILE]';

/** A word of which the dictionary says nothing takes part when it is in so many texts. */
const SEEN_OFTEN = 3;
/** A word without translation is kept when it is as frequent as this. */
const FREQUENT = 100;

const NOTICE = `/**
 * English stems for Chinese words, for searches in Chinese among tools described in English. Read by
 * \`translate-chinese.ts\`, made by \`scripts/vocabulary/make-chinese.ts\`: do not edit.
 *
 * This file is not under the licence of the code around it. It is adapted from CC-CEDICT (https://cc-cedict.org,
 * published by MDBG, https://www.mdbg.net/chinese/dictionary?page=cc-cedict) and licensed, as CC-CEDICT is, under
 * Creative Commons Attribution-ShareAlike 4.0 International (https://creativecommons.org/licenses/by-sa/4.0/). Changes:
 * a part of the headwords, with translations cut to weighted word stems and mixed with what the tool descriptions of
 * ACEBench (MIT) and LiveMCPBench (Apache-2.0) and a word list of our own say. It comes without any warranty.
 *
 * @license CC-BY-SA-4.0
 * SPDX-License-Identifier: CC-BY-SA-4.0
 */
`;

/** Makes the table of Chinese words and writes it as a module. The same files give the same bytes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cedict: { type: 'string' },
      frequencies: { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
      output: { type: 'string', default: 'src/disclosure/related/vocabulary/chinese.data.ts' },
    },
  });
  const { cedict, frequencies, without, output } = values;
  if (cedict === undefined || frequencies === undefined) throw new Error(USAGE);
  const table = await makeTable(cedict, frequencies, without);
  const text = packChinese(table);
  writeFileSync(output, `${NOTICE}export const CHINESE: string = \`${text}\`;\n`);
  console.log(`${output}: ${table.translations.size} words, ${Math.round(Buffer.byteLength(text) / 1000)} kB`);
}

async function makeTable(cedict: string, counts: string, without: readonly string[]): Promise<ChineseTable> {
  const { senses, simplified } = readCedict(cedict);
  const own = readWordList(new URL('chinese-words.txt', import.meta.url));
  const stopWords = readStopWords(new URL('chinese-stop-words.txt', import.meta.url));
  const useful = usefulStems(senses, await catalogueStems(without));
  const believed = new Map([...dictionaryTranslations(senses, useful), ...own]);
  const isKnown = (word: string) => senses.has(word) || own.has(word) || stopWords.has(word);
  const pairs = (await parallelTexts(without)).map((text) => wordsOf(text, isKnown, stopWords));
  const sightings = countWords(pairs);
  const learned = [...align(pairs, believed)].filter(
    ([word]) => believed.has(word) || (sightings.get(word) ?? 0) >= SEEN_OFTEN,
  );
  const all = new Map([...believed, ...learned]);
  const frequency = readFrequencies(counts);
  const frequencyOf = (word: string) => frequency.get(word) ?? 0;
  const translations = chooseWords(all, (word) => own.has(word) || sightings.has(word), frequencyOf);
  const untranslated = [...senses.keys()].filter(
    (word) => word.length > 1 && !all.has(word) && frequencyOf(word) >= FREQUENT,
  );
  return { translations, stopWords, untranslated: new Set(untranslated), simplified };
}

function wordsOf(
  { chinese, english }: ParallelText,
  isKnown: (word: string) => boolean,
  stopWords: ReadonlySet<string>,
): WordPair {
  // A character alone is mostly a rest of a word that the dictionary lacks, and would learn what that word means.
  const words = segment(chinese, isKnown).filter((word) => word.length > 1 && !stopWords.has(word));
  return { chinese: [...new Set(words)], english: [...new Set(englishStems(english))] };
}

function countWords(pairs: readonly WordPair[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of pairs.flatMap(({ chinese }) => chinese)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

await main();
