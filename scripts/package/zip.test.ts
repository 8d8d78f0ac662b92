import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zip } from './zip.mjs';

const FILES: readonly (readonly [name: string, content: Buffer])[] = [
  ['dist/main.js', Buffer.from('#!/usr/bin/env node\n'.repeat(500))],
  ['LICENSE', Buffer.from('MIT')],
  ['empty', Buffer.alloc(0)],
  ['für/日本.txt', Buffer.from([0, 255, 10])],
];

/** What the central directory says of each file, and the bytes that it leads to. */
function directoryOf(archive: Buffer) {
  const end = archive.length - 22;
  const entries = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packedLength, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const local = archive.readUInt32LE(at + 42);
    const content = local + 30 + archive.readUInt16LE(local + 26);
    entries.push({
      name: archive.toString('utf8', at + 46, at + 46 + nameLength),
      isUtf8: (archive.readUInt16LE(at + 8) & 0x0800) !== 0,
      sum: archive.readUInt32LE(at + 16),
      mode: archive.readUInt32LE(at + 38) >>> 16,
      content: inflateRawSync(archive.subarray(content, content + packedLength)),
    });
    at += 46 + nameLength;
  }
  return entries;
}

describe('zip', () => {
  it('holds each file, with its sum, for everybody to read, sorted by name', () => {
    expect(directoryOf(zip(new Map(FILES)))).toEqual(
      FILES.map(([name, content]) => ({ name, isUtf8: true, sum: crc32(content), mode: 0o100644, content })).sort(
        (one, other) => (one.name < other.name ? -1 : 1),
      ),
    );
  });

  it('has the same bytes whatever the order', () => {
    expect(zip(new Map([...FILES].reverse()))).toEqual(zip(new Map(FILES)));
  });
});
