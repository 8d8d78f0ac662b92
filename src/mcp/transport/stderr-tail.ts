import { StringDecoder } from 'node:string_decoder';

const LIMIT_CHARS = 4096;

/** The end of what a server wrote to its standard error: where it says why it died. */
export interface StderrTail {
  push(chunk: Buffer): void;
  /** At most 4,096 characters, without control characters but line breaks and tabs. Untrusted. */
  text(): string;
}

/**
 * An empty tail.
 *
 * @param mask takes secrets out; done before anything is cut, so that no half of one is left.
 */
export function createStderrTail(mask: (text: string) => string = (text) => text): StderrTail {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return {
    push(chunk) {
      held = (held + decoder.write(chunk)).slice(-2 * LIMIT_CHARS);
    },
    text: () =>
      mask(printable(whole(held)))
        .replace(/\n\s*\n/g, '\n')
        .slice(-LIMIT_CHARS)
        .trim(),
  };
}

/** Without the first line where its beginning is lost: that may be half a secret, which no mask knows. */
function whole(held: string): string {
  return held.length < 2 * LIMIT_CHARS ? held : held.slice(held.indexOf('\n') + 1);
}

/** Without terminal escape sequences and control characters. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
