import { create, insert, remove, search } from '@orama/orama';
import { stem } from '../../src/disclosure/search/stem.ts';
import { asciiWords } from '../../src/disclosure/search/tokenise.ts';
import type { Peer, PeerDocument } from './peer.ts';

/** Orama with our words and our memoised stemmer, everything else as it comes. */
export const orama: Peer = {
  name: 'Orama',
  build(documents) {
    const index = create({
      schema: { text: 'string' },
      components: {
        tokenizer: {
          language: 'english',
          normalizationCache: new Map(),
          tokenize: (text: string) => asciiWords(text).map(stem),
        },
      },
    });
    const add = ({ id, text }: PeerDocument) => now(insert(index, { id, text } as never));
    for (const document of documents) add(document);
    return {
      update(gone, fresh) {
        for (const { id } of gone) now(remove(index, id));
        for (const document of fresh) add(document);
      },
      search: (query, limit) => now(search(index, { term: query, limit })).hits.map(({ id }) => id),
    };
  },
};

/** Without hooks the library does its work at once; timing a promise would time nothing. */
function now<T>(done: T | Promise<T>): T {
  if (done instanceof Promise) throw new Error('Orama answered with a promise');
  return done;
}
