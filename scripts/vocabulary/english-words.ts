import { stem } from '../../src/disclosure/search/stem.ts';

/** Words that say nothing about what a tool does; no Chinese word is bridged to them. */
const STOP_WORDS = new Set(
  (
    'a about all also am an and any are as at be been being between both by can could did do does doing done down during ' +
    'each eg etc every few for from had has have having he her here his how ie if in into is it its just may me might more ' +
    'most must my no not of off on onto or other our out over own per same sb shall she should so some sth such than that ' +
    'the their them then there these they this those through to under up us used using very via was we were what when ' +
    'where which who whom whose why will with within without would you your'
  ).split(' '),
);

/** The stems of a text's English words in order, repeats kept; words written together (`createIssue`) are taken apart. */
export function englishStems(text: string): string[] {
  const spaced = text
    .normalize('NFKC')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return (spaced.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map(stem);
}
