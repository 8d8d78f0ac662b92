import type { SessionEvent } from './events.ts';

/** How many events wait for a slow reader. */
const MAX_WAITING = 1_000;

/** One writer, any number of readers. */
export interface EventStream {
  /** Hands an event to every reader. Never blocks, never throws. */
  emit(event: SessionEvent): void;
  /** Everything from now on. The reader leaves by ending its loop. */
  read(): AsyncIterable<SessionEvent>;
  /** Lets each reader finish what waits for it, and ends. */
  close(): void;
}

interface Reader {
  readonly waiting: SessionEvent[];
  dropped: number;
  wake: (() => void) | undefined;
  hasLeft: boolean;
}

/**
 * An event stream whose readers can't hold anything up: of more than 1,000 waiting events a reader loses the oldest, and
 * is told how many in a warning in their place.
 */
export function createEventStream(): EventStream {
  const readers = new Set<Reader>();
  let isClosed = false;

  const wake = (reader: Reader) => {
    reader.wake?.();
    reader.wake = undefined;
  };

  async function* drain(reader: Reader): AsyncGenerator<SessionEvent, void> {
    while (!reader.hasLeft) {
      const event = take(reader);
      if (event !== undefined) yield event;
      else if (isClosed) return;
      else await new Promise<void>((resolve) => (reader.wake = resolve));
    }
  }

  const leave = (reader: Reader) => {
    reader.hasLeft = true;
    readers.delete(reader);
    wake(reader);
  };

  return {
    emit(event) {
      if (isClosed) return;
      for (const reader of readers) {
        if (reader.waiting.length === MAX_WAITING) {
          reader.waiting.shift();
          reader.dropped++;
        }
        reader.waiting.push(event);
        wake(reader);
      }
    },
    read() {
      const reader: Reader = { waiting: [], dropped: 0, wake: undefined, hasLeft: false };
      if (!isClosed) readers.add(reader);
      const events = drain(reader);
      // A generator alone would not notice that its reader leaves before its first event, or while it waits for one.
      const leaving = () => {
        leave(reader);
        return events.return();
      };
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: leaving }) };
    },
    close() {
      isClosed = true;
      for (const reader of readers) wake(reader);
      readers.clear();
    },
  };
}

function take(reader: Reader): SessionEvent | undefined {
  if (reader.dropped === 0) return reader.waiting.shift();
  const message = `${reader.dropped} earlier events were dropped, because this reader was too slow`;
  reader.dropped = 0;
  return { type: 'warning', message };
}
