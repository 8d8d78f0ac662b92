const HEAD_BYTES = 256;
const TAIL_BYTES = 256;
const LF = 10;
const CR = 13;

/** What becomes of the bytes. */
export interface LineSink {
  /** One whole line without its line break. */
  line(text: string): void;
  /** A line longer than the limit was thrown away; its first and last bytes, as text. */
  tooLong(head: string, tail: string): void;
}

/**
 * Cuts a stream of bytes into lines. Memory is bounded by `limitBytes`, whatever is written; time is linear in the
 * bytes. Returns the function that takes the next chunk.
 *
 * @param breaks `lf`: a line ends with LF, and a CR before it belongs to the break. `any`: a lone CR ends one too, as in
 * server-sent events.
 */
export function splitLines(limitBytes: number, sink: LineSink, breaks: 'lf' | 'any' = 'lf'): (chunk: Buffer) => void {
  const held = holdLine(limitBytes, sink);
  const hasLoneCr = breaks === 'any';
  let endedWithCr = false;

  return (chunk) => {
    if (chunk.length === 0) return;
    // The second half of a CRLF that was cut in two.
    let start = endedWithCr && chunk[0] === LF ? 1 : 0;
    endedWithCr = hasLoneCr && chunk.at(-1) === CR;
    for (const { at, next } of lineBreaks(chunk, start, hasLoneCr)) {
      held.add(chunk.subarray(start, at));
      held.end();
      start = next;
    }
    if (start < chunk.length) held.add(chunk.subarray(start));
  };
}

/** Where each line ends, and where the next one begins. */
function* lineBreaks(chunk: Buffer, from: number, hasLoneCr: boolean): Generator<{ at: number; next: number }> {
  const after = (byte: number, at: number, next: number) => (at >= 0 && at < next ? chunk.indexOf(byte, next) : at);
  let lf = chunk.indexOf(LF, from);
  let cr = hasLoneCr ? chunk.indexOf(CR, from) : -1;
  while (lf >= 0 || cr >= 0) {
    const isCr = cr >= 0 && (lf < 0 || cr < lf);
    const at = isCr ? cr : lf;
    const next = at + (isCr && chunk[at + 1] === LF ? 2 : 1);
    yield { at, next };
    lf = after(LF, lf, next);
    cr = after(CR, cr, next);
  }
}

/** The line that is being read: its bytes, or only both its ends once it is too long. */
function holdLine(limitBytes: number, sink: LineSink) {
  let pieces: Buffer[] = [];
  let size = 0;
  let head: string | undefined;
  let tail = Buffer.alloc(0);
  return {
    add(piece: Buffer): void {
      if (head === undefined && size + piece.length <= limitBytes) {
        pieces.push(piece);
        size += piece.length;
        return;
      }
      if (head === undefined) {
        const before = Buffer.concat(pieces);
        const ends = Buffer.concat([before.subarray(0, HEAD_BYTES), piece.subarray(0, HEAD_BYTES)]);
        head = ends.toString('utf8', 0, HEAD_BYTES);
        tail = before.subarray(-TAIL_BYTES);
        pieces = [];
      }
      tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
    },
    end(): void {
      if (head === undefined) sink.line(Buffer.concat(pieces).toString('utf8').replace(/\r$/, ''));
      else sink.tooLong(head, tail.toString('utf8'));
      pieces = [];
      size = 0;
      head = undefined;
    },
  };
}
