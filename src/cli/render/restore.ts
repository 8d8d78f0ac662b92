import type { RestoreReport } from '../../setup/journal/restore.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine } from '../terminal/printable.ts';

const WORDS: Readonly<Record<RestoreReport['files'][number]['how'], string>> = {
  restored: 'as it was, byte for byte',
  removed: 'removed, for it was not there before',
  unchanged: 'was as before already',
  merged: 'changed since: those changes stay, ours are taken out',
  failed: 'could not be put back',
};

/** What became of each file, for people. */
export function renderRestore({ files }: RestoreReport, { style }: Pick<Output, 'style'>): string {
  if (files.length === 0) return 'Nothing to put back: callslip init has changed nothing, or all of it is taken back.';
  return files
    .flatMap(({ file, how, reason, kept }) => [
      `${(how === 'failed' ? style.bad : style.name)(printableLine(file))}: ${WORDS[how]}`,
      ...(reason === undefined ? [] : [`  ${printableLine(reason)}`]),
      ...(kept === undefined ? [] : [`  as it was just now: ${printableLine(kept)}`]),
    ])
    .join('\n');
}
