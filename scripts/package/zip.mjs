import { crc32, deflateRawSync } from 'node:zlib';

/** The earliest time that the form knows: 1 January 1980, 0:00. */
const DATE = 0x0021;
const TIME = 0;
/** A regular file that everybody may read, as Unix notes it. */
const MODE = 0o100644;

/**
 * A ZIP archive (APPNOTE 6.3, without its 64-bit forms) whose bytes depend on names and contents alone: sorted by name,
 * all of one time and mode.
 *
 * @param {ReadonlyMap<string, Buffer>} files content by path, with `/`
 * @returns {Buffer}
 */
export function zip(files) {
  const local = [];
  const central = [];
  let offset = 0;
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, content] of sorted) {
    const entry = toEntry(name, content);
    local.push(entry.localHeader, entry.packed);
    central.push(centralHeader(entry, offset));
    offset += entry.localHeader.length + entry.packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(sorted.length, 8);
  end.writeUInt16LE(sorted.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/**
 * @typedef {{ path: Buffer; packed: Buffer; fields: Buffer; localHeader: Buffer }} Entry
 * @param {string} name
 * @param {Buffer} content
 * @returns {Entry}
 */
function toEntry(name, content) {
  const path = Buffer.from(name, 'utf8');
  const packed = deflateRawSync(content, { level: 9 });
  // What both headers of an entry have alike: version, flags (UTF-8 names), method, time, sums and lengths.
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt16LE(TIME, 6);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(path.length, 22);
  return { path, packed, fields, localHeader: Buffer.concat([signature(0x04034b50), fields, path]) };
}

/**
 * @param {Entry} entry
 * @param {number} offset of its local header
 * @returns {Buffer}
 */
function centralHeader({ path, fields }, offset) {
  const madeBy = Buffer.from([20, 3]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((MODE << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x02014b50), madeBy, fields, rest, path]);
}

/** @param {number} number */
function signature(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
