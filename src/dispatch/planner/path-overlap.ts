/**
 * True when two absolute paths are the same or one lies inside the other, judged by their text alone: `/` and `\` both
 * separate, `.`, `..` and trailing separators are resolved, and case and Unicode form are ignored, because a file system
 * may ignore them. It rather says yes too often: a yes only means that two calls run one after the other.
 */
export function pathsOverlap(a: string, b: string): boolean {
  const one = partsOf(a);
  const other = partsOf(b);
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) if (one[i] !== other[i]) return false;
  return true;
}

function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  const plain = path
    .replace(/^[\\/]{2}[?.][\\/]/u, '')
    .normalize('NFC')
    .toLowerCase();
  for (const part of plain.split(/[\\/]/u)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
