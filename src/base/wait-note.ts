const notes = new WeakMap<AbortSignal, string>();

/**
 * Notes what the work behind a signal waits for before it can begin (`a free place: …`), so that whoever ends it can
 * say so. The note stands until the returned function is called; of several the last counts.
 */
export function noteWait(signal: AbortSignal, what: string): () => void {
  notes.set(signal, what);
  return () => {
    if (notes.get(signal) === what) notes.delete(signal);
  };
}

/** What the work behind a signal is waiting for; absent once it has begun. */
export function waitOf(signal: AbortSignal): string | undefined {
  return notes.get(signal);
}
