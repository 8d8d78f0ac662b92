import { isJsonObject } from '../../base/json.ts';
import type { ForeignServer } from './foreign-server.ts';

/** The label of our own entry in a client's file. */
export const OWN_LABEL = 'callslip';

/** `callslip`, `callslip@0.1.0`, also at the end of a path, or the program of a checkout or an installed package. */
const OWN_PROGRAM = /(?:^|[\\/])callslip(?:@[\w.^~-]+)?(?:\.cmd|[\\/]dist[\\/]cli[\\/]main\.js)?$/;

/** Whether a server of a client is this program: by our label, or because its command serves with it. */
export function isOwnEntry({ label, entry }: Pick<ForeignServer, 'label' | 'entry'>): boolean {
  if (label === OWN_LABEL) return true;
  if (!isJsonObject(entry)) return false;
  const args = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  const words = [String(entry['command'] ?? ''), ...args];
  return words.includes('serve') && words.some((word) => OWN_PROGRAM.test(word));
}
