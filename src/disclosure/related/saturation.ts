const K1 = 1.2;
const B = 0.6;

/**
 * How much a document gains by having a term so often: from 0 to 2.2, less in a long document.
 *
 * @see BM25: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009).
 */
export function saturated(count: number, length: number, averageLength: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / averageLength));
}

/** How much the words of a request of so many say together, against one of six: more words are better evidence. */
export function weightOfWords(count: number): number {
  return (2 + Math.log(1 + count)) / 4;
}
