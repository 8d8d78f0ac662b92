import { miniSearchDefault, miniSearchTuned } from '../peers/minisearch-fields.ts';
import { oramaDefault, oramaTuned } from '../peers/orama-fields.ts';
import { plainBm25 } from '../peers/plain-bm25.ts';
import { tunedBm25 } from '../peers/tuned-bm25.ts';
import type { LabelledHalf } from './labelled-probe.ts';
import { bothTiers, scorerAlone, strictTier } from './ours.ts';
import type { Retriever } from './retriever.ts';
import { type Tunable, type Tuned, tune } from './tunable.ts';

/** Everybody who is measured, and what was chosen for those who have something to choose. */
export interface Contenders {
  readonly all: readonly Retriever[];
  readonly tuned: readonly Tuned<object>[];
}

/** Our tiers, and the baselines: as they come, and as good as training halves make them. */
export async function contenders(
  training: readonly LabelledHalf[],
  progress: (text: string) => void,
): Promise<Contenders> {
  const chosen = async <S extends object>(tunable: Tunable<S>): Promise<Tuned<S>> => {
    progress(`retrieval: choosing settings of ${tunable.name}`);
    return tune(tunable, training);
  };
  const bm25 = await chosen(tunedBm25);
  const miniSearch = await chosen(miniSearchTuned);
  const orama = await chosen(oramaTuned);
  return {
    all: [strictTier, bothTiers, scorerAlone, plainBm25, bm25, miniSearchDefault, miniSearch, oramaDefault, orama],
    tuned: [bm25, miniSearch, orama],
  };
}
