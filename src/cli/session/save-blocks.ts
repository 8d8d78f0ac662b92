import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Content } from '../../base/call/content.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { objectIn, textIn } from '../report/json-view.ts';

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['text/plain', 'txt'],
]);

/** Bytes in a result: an image, a sound, or a file a resource holds. */
export interface Attachment {
  readonly kind: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** The bytes in a block, if it has any. */
export function attachmentIn(block: Content): Attachment | undefined {
  const resource = objectIn(block['resource']);
  const data = block.type === 'resource' ? resource['blob'] : block['data'];
  if (typeof data !== 'string') return undefined;
  const mimeType = textIn(block['mimeType']) || textIn(resource['mimeType']) || 'unknown type';
  return { kind: block.type, mimeType, bytes: Buffer.from(data, 'base64') };
}

/**
 * Makes sure that a folder can be written to, or made. Makes nothing.
 *
 * @throws CommandError when something else is in its way, or its place is not ours to write to.
 */
export async function assertCanSave(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  // What is not there can be made where its parent can be written to.
  if (found === undefined && path.dirname(folder) !== folder) return assertCanSave(path.dirname(folder));
  const isFolder = found?.isDirectory() === true;
  if (!isFolder) throw new CommandError(EXIT.usage, `--out can't be used: ${folder} is no folder`);
  await access(folder, constants.W_OK).catch(() => {
    throw new CommandError(EXIT.usage, `--out can't be used: ${folder} can't be written to`);
  });
}

/** Saves an attachment under the first free `<stem>-<number>.<extension>`, and says where. Nothing is overwritten. */
export async function saveAttachment({ mimeType, bytes }: Attachment, folder: string, stem: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const extension = EXTENSIONS.get(mimeType) ?? 'bin';
  for (let number = 1; ; number++) {
    const file = path.join(folder, `${stem}-${number}.${extension}`);
    try {
      await writeFile(file, bytes, { flag: 'wx' });
      return file;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
