import { collapseWhitespace, firstCodePoints } from '../../../base/text.ts';

const LIMIT_CHARS = 200;

/** A line that names an error, at its beginning or behind what a log puts in front. */
const ERROR =
  /^npm error |(?:^|[\s\]:])(?:[\w.]*(?:Error|Exception)(?: \[\w+\])?:|[Ee]rror[:!]|Error response|ERR(?:OR\b|!)|[Ff]atal\b|FATAL\b|panic:|panicked at)/;
/** Stack frames, lone brackets and pointers, the version that Node puts under a stack, and what npm says beside its reason. */
const NOISE =
  /^(?:npm (?:error|ERR!)(?: (?:code|syscall|errno|path|A complete log)\b.*)?|at\s.*(?::\d+|<anonymous>|index \d+|Unknown Source|Native Method)\)?(?: \{)?|[{}[\]();,^~\s]*|Node\.js v\d.*)$/;

/**
 * The one line of what a program said that tells why it ended: the first that names an error, the one under a
 * `Traceback`, or else the last that says anything. At most about 200 characters; empty when there is none.
 */
export function tellingLine(words: string): string {
  const lines = words.split('\n').filter((line) => !NOISE.test(line.trim()));
  const trace = lines.findLastIndex((line) => line.startsWith('Traceback'));
  const raised = trace === -1 ? undefined : lines.slice(trace + 1).find((line) => /^\S/.test(line));
  return oneLine(raised ?? lines.find((line) => ERROR.test(line)) ?? lines.at(-1) ?? '');
}

/** A text in one line of at most about 200 characters: its beginning. */
export function oneLine(words: string): string {
  const { text, cut } = firstCodePoints(collapseWhitespace(words), LIMIT_CHARS);
  return cut ? `${text}…` : text;
}
