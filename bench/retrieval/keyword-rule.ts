import { sourceLabel } from '../../src/disclosure/catalog/source-label.ts';
import { stem } from '../../src/disclosure/search/stem.ts';
import type { LabelledQuery, SetTool } from './labelled.ts';

/** Words with which a tool's own name may begin to say what it does. */
const VERBS = new Set(
  (
    'add analyze apply approve assign build calculate cancel check clear convert copy create deactivate delete describe ' +
    'download edit enrich export extract fetch finalize find fork format generate get insert install list load lookup mark ' +
    'merge modify move open push query read remove replace request resolve retrieve save search send set star start stop ' +
    'submit summarize switch toggle update upload validate verify view write'
  ).split(' '),
);

/** Words of a server's name that say what it is, not whom it serves. */
const NO_SERVICE = new Set(['mcp', 'server', 'remote', 'api']);

/**
 * Keyword queries as models write them, made from the tools by rule: service, verb, object, in three orders and
 * inflections by turns. A tool takes part when its own name is a verb of the list and one to three more words, and its
 * server's name has a word that is no word of it. Right is every tool of that server whose name is the same words.
 */
export function keywordQueries(tools: readonly SetTool[]): readonly LabelledQuery[] {
  const made = new Map<string, LabelledQuery>();
  const goldOf = new Map<string, string[]>();
  const parts = tools.flatMap((tool) => partsOf(tool));
  for (const { key, label } of parts) goldOf.set(key, [...(goldOf.get(key) ?? []), label]);
  for (const { key, service, verb, object } of parts) {
    if (made.has(key)) continue;
    const query = FORMS[made.size % FORMS.length]?.(service, verb, object) ?? '';
    made.set(key, { query, gold: goldOf.get(key) ?? [] });
  }
  return [...made.values()];
}

const FORMS: readonly ((service: string, verb: string, object: string) => string)[] = [
  (service, verb, object) => `${service} ${verb} ${pluralOf(object)}`,
  (service, verb, object) => `${object} ${participleOf(verb)} ${service}`,
  (service, verb, object) => `${participleOf(verb)} ${service} ${pluralOf(object)}`,
];

function partsOf({ label, tool }: SetTool) {
  const [verb = '', ...object] = wordsOf(tool.source.toolName);
  const service = wordsOf(sourceLabel(tool)).filter(
    (word) => !NO_SERVICE.has(word) && ![verb, ...object].includes(word),
  );
  if (!VERBS.has(verb) || object.length === 0 || object.length > 3 || service.length === 0) return [];
  const key = `${sourceLabel(tool)} ${[verb, ...object].map(stem).join(' ')}`;
  return [{ key, label, service: service.join(' '), verb, object: object.join(' ') }];
}

function wordsOf(name: string): string[] {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

/** The usual English endings; words that take others keep wrong ones, as they do in hurried queries. */
function participleOf(verb: string): string {
  if (/^(get|set|run|stop|star)$/.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb.replace(/e$/, '')}ing`;
}

function pluralOf(noun: string): string {
  if (/(s|x|ch|sh)$/.test(noun)) return /s$/.test(noun) ? noun : `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
