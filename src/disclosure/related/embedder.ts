/**
 * A sentence encoder of the host's own: it orders what the related tier finds, and finds more for it to look at. It may
 * throw, be slow or hang: searches then go on without it.
 */
export interface Embedder {
  /**
   * One vector for each text, in their order, all of one length; the same text gets the same vector.
   *
   * @param texts up to 32, each of at most 2,000 characters: tools, or one request.
   * @param signal aborts when nobody waits for the answer any more.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}
