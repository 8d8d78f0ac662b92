import { editDocument } from '../../documents/edit-document.ts';
import { removeVariables } from '../config/env-file.ts';
import type { Undo } from '../file-change.ts';

/**
 * What a text becomes when a change is taken back that somebody has worked on since. The same text when nothing of the
 * change is left in it.
 *
 * @throws CallslipError `invalid-config` naming the file, when it can't be read as what it is, or can't be changed safely.
 */
export function undoText(text: string, undo: Undo, file: string): string {
  return undo.kind === 'document'
    ? editDocument(undo.format, text, undo.changes, file)
    : removeVariables(text, undo.names, file);
}
