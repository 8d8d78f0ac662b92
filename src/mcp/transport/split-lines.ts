const HEAD_BYTES = 256;
const TAIL_BYTES = 256;

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
 */
export function splitLines(limitBytes: number, sink: LineSink): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let head: string | undefined;
  let tail = Buffer.alloc(0);

  const add = (piece: Buffer) => {
    if (head === undefined && held + piece.length <= limitBytes) {
      pieces.push(piece);
      held += piece.length;
      return;
    }
    if (head === undefined) {
      const before = Buffer.concat(pieces);
      head = Buffer.concat([before.subarray(0, HEAD_BYTES), piece.subarray(0, HEAD_BYTES)]).toString(
        'utf8',
        0,
        HEAD_BYTES,
      );
      tail = before.subarray(-TAIL_BYTES);
      pieces = [];
    }
    tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  };
  const end = () => {
    if (head === undefined) sink.line(Buffer.concat(pieces).toString('utf8').replace(/\r$/, ''));
    else sink.tooLong(head, tail.toString('utf8'));
    pieces = [];
    held = 0;
    head = undefined;
  };

  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
