import { documentText } from '../../src/disclosure/catalog/document-text.ts';
import type { ToolDefinition } from '../../src/registry/tool/tool.ts';
import { loadCatalogue, toolsOf } from '../catalogues.ts';
import { builtLibrary, createEngine, namesFound, search } from '../engine.ts';
import { miniSearch } from '../peers/minisearch.ts';
import { orama } from '../peers/orama.ts';
import { queriesOf } from '../queries.ts';

/** Milliseconds of each phase of one cold start. */
export type ColdTimes = Readonly<Record<string, number>>;

/**
 * One cold start, for a process of its own: nothing is memoised, and no code has run before but what reads the
 * catalogue.
 *
 * @param contender `callslip`, or the name of a peer, which then builds its index and answers one query.
 */
export async function runCold(contender: string, size: number): Promise<ColdTimes> {
  const catalogue = await loadCatalogue(size);
  const query = queriesOf(catalogue, 4)[0] as string;
  // What reading left behind is no part of the start.
  globalThis.gc?.();
  const start = performance.now();
  const made = catalogue.sources.map((source) => ({ label: source.label, tools: toolsOf(source) }));
  const definitions = performance.now() - start;
  if (contender !== 'callslip')
    return coldPeer(contender, made.flatMap(({ tools }) => tools) as ToolDefinition[], query);
  const library = await builtLibrary();
  globalThis.gc?.();
  const wrapped = performance.now();
  const engine = createEngine({}, library);
  for (const { label, tools } of made) engine.open(label, tools);
  const registered = performance.now();
  const session = engine.session();
  const exposure = await session.expose();
  const exposed = performance.now();
  const answer = await search(session, query);
  const searched = performance.now();
  if (exposure.bill.eager.tools !== size) throw new Error('the bill is of other tools');
  const billed = performance.now();
  if (namesFound(answer).length === 0) throw new Error('the cold search found nothing');
  return {
    definitions,
    registration: registered - wrapped,
    exposure: exposed - registered,
    search: searched - exposed,
    total: searched - wrapped,
    bill: billed - searched,
  };
}

function coldPeer(name: string, tools: readonly ToolDefinition[], query: string): ColdTimes {
  const peer = [miniSearch, orama].find((each) => each.name === name);
  if (peer === undefined) throw new Error(`there is no peer "${name}"`);
  const documents = tools.map((tool) => ({ id: tool.name, text: documentText(tool) }));
  globalThis.gc?.();
  const start = performance.now();
  const index = peer.build(documents);
  const built = performance.now();
  if (index.search(query, 5).length === 0) throw new Error(`${name} found nothing`);
  const searched = performance.now();
  return { rebuild: built - start, search: searched - built, total: searched - start };
}
