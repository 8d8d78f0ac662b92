import { type BenchCatalogue, toolsOf } from './catalogues.ts';
import { createEngine, type Engine } from './engine.ts';
import { documentOf, type PeerDocument } from './peers/peer.ts';

/** A catalogue in a real registry, and what peers are given of it. */
export interface Registered {
  readonly engine: Engine;
  /** In catalogue order, one for each tool behind the bridge. */
  readonly documents: readonly PeerDocument[];
}

/** Registers every server of a catalogue. */
export async function registered(catalogue: BenchCatalogue): Promise<Registered> {
  const engine = createEngine();
  for (const source of catalogue.sources) engine.open(source.label, toolsOf(source));
  const { deferred } = await engine.session().expose();
  if (deferred.length !== catalogue.size) {
    throw new Error(`${deferred.length} of ${catalogue.size} tools are behind the bridge`);
  }
  return { engine, documents: deferred.map(documentOf) };
}
