import { InvalidArgumentError } from 'commander';
import { expandTilde } from '../../runtime/home.ts';

/** Reads what was given for an option; `before` is what the same option was given already. */
export type OptionValue<Value> = (given: string, before?: Value) => Value;

/** A path; a leading `~` is the user's folder, also where the shell leaves it as it is. */
export const onePath: OptionValue<string> = once(readPath);

/** Paths, of an option that may be repeated. */
export const manyPaths: OptionValue<readonly string[]> = (given, before = []) => [...before, readPath(given)];

/** Any text. */
export const oneText: OptionValue<string> = once((given) => given);

/** Texts, of an option that may be repeated. */
export const manyTexts: OptionValue<readonly string[]> = (given, before = []) => [...before, given];

/** A whole number within bounds. */
export function oneWholeNumber(least: number, most: number): OptionValue<number> {
  return once((given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  });
}

/** A number within bounds, such as 0.05. */
export function oneNumber(least: number, most: number, example: string): OptionValue<number> {
  return once((given) => {
    const value = /^\d{0,9}(?:\.\d{1,9})?$/.test(given) && given !== '' ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}, such as ${example}.`);
  });
}

/** One of a few words. */
export function oneOf<Word extends string>(...words: readonly Word[]): OptionValue<Word> {
  return once((given) => {
    const word = words.find((each) => each === given);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`It must be ${words.join(' or ')}.`);
  });
}

function once<Value>(read: (given: string) => Value): OptionValue<Value> {
  return (given, before) => {
    if (before !== undefined) throw new InvalidArgumentError('It may be given only once.');
    return read(given);
  };
}

function readPath(given: string): string {
  if (given.trim() === '') throw new InvalidArgumentError('It must be a path.');
  return expandTilde(given);
}
