import type { FileChange } from '../file-change.ts';
import { setVariables } from './env-file.ts';
import { exactText } from './exact-text.ts';

/**
 * A file of variables with these set, for its owner alone; absent when there is nothing to set.
 *
 * @throws CallslipError `invalid-config` as {@link setVariables} does.
 */
export function envChange(
  file: string,
  before: Buffer | undefined,
  variables: ReadonlyMap<string, string>,
): FileChange | undefined {
  if (variables.size === 0) return undefined;
  const after = Buffer.from(setVariables(exactText(before, file), variables, file));
  if (before?.equals(after) === true) return undefined;
  return { file, before, after, isPrivate: true, undo: { kind: 'variables', names: [...variables.keys()] } };
}
