import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Content } from '../../base/call/content.ts';
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
