import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { ForeignServer } from './foreign-server.ts';

/** The label of our own entry in a client's file. */
export const OWN_LABEL = 'callslip';

/** `callslip`, `callslip@0.1.0`, also at the end of a path, or the program of a checkout or an installed package. */
const OWN_PROGRAM = /(?:^|[\\/])callslip(?:@[\w.^~-]+)?(?:\.cmd|[\\/]dist[\\/]cli[\\/]main\.js)?$/;

/** Whether a server of a client is this program: by our label, or because its command serves with it. */
export function isOwnEntry({ label, entry }: Pick<ForeignServer, 'label' | 'entry'>): boolean {
  if (label === OWN_LABEL) return true;
  if (!isJsonObject(entry)) return false;
  const words = [String(entry['command'] ?? ''), ...argumentsOf(entry)];
  return words.includes('serve') && words.some((word) => OWN_PROGRAM.test(word));
}

/** Whether it is a server other than ourselves, and no part of the client that it stands in. */
export function isForeignServer(server: ForeignServer): boolean {
  return server.standing !== 'none' && !isOwnEntry(server);
}

/** Whether an entry starts the very gateway that it is an entry of: this program, with the configuration it has by itself. */
export function startsItself(entry: JsonObject): boolean {
  const { env } = entry;
  const hasOther = argumentsOf(entry).some((word) => /^--config(?:=|$)/.test(word));
  const hasOtherHome = isJsonObject(env) && Object.hasOwn(env, 'CALLSLIP_HOME');
  return isOwnEntry({ label: '', entry }) && !hasOther && !hasOtherHome;
}

function argumentsOf({ args }: JsonObject): readonly string[] {
  return Array.isArray(args) ? args.map(String) : [];
}
