import { CallslipError } from '../../base/errors.ts';

/**
 * The text of a file, with its byte-order mark, so that writing it again gives the same bytes.
 *
 * @param bytes absent where there is no such file, which is an empty text.
 * @throws CallslipError `invalid-config` naming the file when it is not in UTF-8.
 */
export function exactText(bytes: Buffer | undefined, file: string): string {
  if (bytes === undefined) return '';
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CallslipError('invalid-config', `${file} is not in UTF-8; save it as UTF-8`, {
      data: { file },
      cause: error,
    });
  }
}
