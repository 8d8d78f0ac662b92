import type { Writable } from 'node:stream';
import type { CommandContext } from '../program/command.ts';
import { printableLine } from '../terminal/printable.ts';

/** One thing a user may choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

/** Whether there is somebody to ask: standard input and error are a terminal. */
export function canAsk({ host }: Pick<CommandContext, 'host'>): boolean {
  return host.stdin.isTTY === true && host.stderr.isTTY === true;
}

/** Lets the user choose any number; absent when the user gives up. The dialogue is on standard error. */
export async function askWhich(
  { host }: Pick<CommandContext, 'host'>,
  message: string,
  choices: readonly Choice[],
): Promise<readonly string[] | undefined> {
  const { isCancel, multiselect } = await loadPrompts();
  const options = choices.map(({ value, label, hint }) => ({
    value,
    label: printableLine(label),
    hint: printableLine(hint),
  }));
  const values = choices.map(({ value }) => value);
  const chosen = await multiselect({ message, options, initialValues: values, required: false, ...streamsOf(host) });
  return isCancel(chosen) ? undefined : chosen;
}

/** A question that is answered with yes or no; giving up means no. */
export async function askWhether({ host }: Pick<CommandContext, 'host'>, message: string): Promise<boolean> {
  const { confirm, isCancel } = await loadPrompts();
  const answer = await confirm({ message, initialValue: true, ...streamsOf(host) });
  return !isCancel(answer) && answer;
}

/** Ctrl-D means giving up too; by themselves the prompts would never end. */
async function loadPrompts(): Promise<typeof import('@clack/prompts')> {
  const prompts = await import('@clack/prompts');
  prompts.updateSettings({ aliases: { '\u0004': 'cancel' } });
  return prompts;
}

function streamsOf({ stdin, stderr, signal }: CommandContext['host']) {
  return { input: stdin, output: stderr as Writable, signal };
}
