import type { Remark } from '../../mcp/import/foreign-server.ts';
import type { LeftServer, MovedServer } from '../../setup/plan/move-plan.ts';
import type { MoveReport } from '../report/move-report.ts';
import type { Output } from '../terminal/output.ts';
import { printableLine, type Style } from '../terminal/printable.ts';

/** What is done to servers: taken out of the client's file, or not. */
interface Words {
  readonly done: string;
  readonly left: string;
}

const MOVED: Words = { done: 'moves', left: 'stays where it is' };
const COPIED: Words = { done: 'is copied', left: 'is not copied' };

/**
 * What becomes of each server, for people.
 *
 * @param envFile named where variables go.
 * @param how `copy`: the client's file keeps everything.
 */
export function renderMove(
  report: MoveReport,
  envFile: string,
  { style }: Pick<Output, 'style'>,
  how: 'move' | 'copy' = 'move',
): string {
  const words = how === 'move' ? MOVED : COPIED;
  const { moved, left, remarks } = report;
  const files = [...new Set([...moved, ...left].map(({ file }) => file))];
  const blocks = files.map((file) => {
    const lines = [
      ...moved.filter((server) => server.file === file).flatMap((server) => movedLines(server, words, envFile, style)),
      ...left.filter((server) => server.file === file).flatMap((server) => leftLines(server, words, style)),
    ];
    return [style.head(printableLine(file)), ...lines].join('\n');
  });
  const whole = remarks.flatMap((remark) => remarkLines(remark, '', style));
  return [...blocks, ...(whole.length === 0 ? [] : [whole.join('\n')])].join('\n\n');
}

function movedLines(server: MovedServer, { done }: Words, envFile: string, style: Style): readonly string[] {
  const { label, ownLabel, how, enabled, variables, unset, ofTheShell, remarks } = server;
  const what = {
    new: done,
    same: 'is there already',
    renamed: `${done} as ${ownLabel}, for its name is taken or can't be part of a tool's`,
  }[how];
  const notes = [
    ...(variables.length === 0 ? [] : [`secrets in ${envFile}: ${variables.join(', ')}`]),
    ...(unset.length === 0 ? [] : [`to be set in ${envFile}: ${unset.join(', ')}`]),
    ...(ofTheShell.length === 0
      ? []
      : [
          `now set in your shell: ${ofTheShell.join(', ')}; where the client is not started from it, set in ${envFile}`,
        ]),
  ];
  return [
    `  ${style.good('→')} ${style.name(printableLine(label))} ${printableLine(what)}${enabled ? '' : ', switched off'}`,
    ...notes.map((note) => `      ${printableLine(note)}`),
    ...remarks.flatMap((remark) => remarkLines(remark, '      ', style)),
  ];
}

function leftLines({ label, remarks }: LeftServer, words: Words, style: Style): readonly string[] {
  return [
    `  ${style.warn('·')} ${style.name(printableLine(label))} ${words.left}`,
    ...remarks.flatMap((remark) => remarkLines(remark, '      ', style)),
  ];
}

function remarkLines({ severity, message, remedy }: Remark, indent: string, style: Style): readonly string[] {
  const mark = { error: style.bad('error:'), warning: style.warn('warning:'), note: style.faint('note:') }[severity];
  return [`${indent}${mark} ${printableLine(remedy === undefined ? message : `${message}; ${remedy}`)}`];
}
