import { CommandError, EXIT } from '../program/exit-code.ts';
import { didYouMean } from '../session/near-names.ts';
import type { OpenConfig } from './open-config.ts';
import type { WrittenServer } from './written-servers.ts';

const MOST_SHOWN = 20;

/**
 * The labels, each once.
 *
 * @throws CommandError `notFound` when one is not in the configuration: with names that come near it, or where it is.
 */
export function findLabels(labels: readonly string[], { servers, elsewhere, own }: OpenConfig): readonly string[] {
  const faults = labels
    .filter((label) => !servers.has(label))
    .map((label) => {
      const there = elsewhere.filter((server) => server.label === label);
      if (there.length > 0) return there.map(whereItIs).join('\n');
      const near = didYouMean(label, [...servers.keys()]);
      return `${own.configFile} has no server ${JSON.stringify(label)}; ${near ?? known([...servers.keys()])}`;
    });
  if (faults.length > 0) throw new CommandError(EXIT.notFound, faults.join('\n'));
  return [...new Set(labels)];
}

function known(labels: readonly string[]): string {
  if (labels.length === 0) return 'it has none';
  const rest = labels.length > MOST_SHOWN ? ` and ${labels.length - MOST_SHOWN} more, see callslip list` : '';
  return `it has ${labels.slice(0, MOST_SHOWN).join(', ')}${rest}`;
}

function whereItIs({ label, file, kind }: WrittenServer): string {
  const where = `the server ${JSON.stringify(label)} is written in ${file}`;
  return kind === 'config'
    ? `${where}; to change it there, add --config ${file}`
    : `${where}, a client's file that is only read; change it there`;
}
