import MiniSearch from 'minisearch';
import { stem } from '../../src/disclosure/search/stem.ts';
import type { Peer } from './peer.ts';

/** MiniSearch with our words and our memoised stemmer, everything else as it comes. */
export const miniSearch: Peer = {
  name: 'MiniSearch',
  build(documents) {
    const index = new MiniSearch({
      fields: ['text'],
      tokenize: (text) => text.match(/[A-Za-z0-9]+/g) ?? [],
      processTerm: stem,
    });
    index.addAll(documents);
    return {
      update(gone, fresh) {
        for (const { id } of gone) index.discard(id);
        for (const document of fresh) index.add(document);
      },
      search: (query, limit) =>
        index
          .search(query)
          .slice(0, limit)
          .map(({ id }) => id as string),
    };
  },
};
