import { isJsonObject } from '../../base/json.ts';
import { formatOfFile } from '../../documents/format-of-file.ts';
import type { Dialect } from './dialect.ts';
import { claudeCode } from './dialects/claude-code.ts';
import { claudeDesktop } from './dialects/claude-desktop.ts';
import { cline } from './dialects/cline.ts';
import { codex } from './dialects/codex.ts';
import { cursor } from './dialects/cursor.ts';
import { geminiCli } from './dialects/gemini-cli.ts';
import { goose } from './dialects/goose.ts';
import { mcpJson } from './dialects/mcp-json.ts';
import { opencode } from './dialects/opencode.ts';
import { vsCode } from './dialects/vs-code.ts';
import { windsurf } from './dialects/windsurf.ts';
import { zed } from './dialects/zed.ts';
import { isPlace, serverListsIn } from './server-lists.ts';

/** Every dialect, in the order in which clients are shown; the form that no one client owns comes last. */
export const DIALECTS: readonly Dialect[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vsCode,
  windsurf,
  cline,
  codex,
  geminiCli,
  opencode,
  zed,
  goose,
  mcpJson,
];

/**
 * Whose file it is: by its name, else by its language where one client alone uses that, else by a list of servers that
 * only one client writes, else the form that all share.
 *
 * @param value what the file says.
 */
export function dialectOf(file: string, value: unknown): Dialect {
  const place = file.replaceAll('\\', '/');
  const format = formatOfFile(place);
  const sameLanguage = DIALECTS.filter((dialect) => dialect.format === format);
  const named = sameLanguage.find(({ fileName }) => fileName?.test(place));
  if (named !== undefined) return named;
  const [first, ...others] = sameLanguage;
  return (others.length === 0 ? first : byShape(value, sameLanguage)) ?? mcpJson;
}

function byShape(value: unknown, dialects: readonly Dialect[]): Dialect | undefined {
  if (!isJsonObject(value)) return undefined;
  return dialects
    .flatMap((dialect) => serverListsIn(value, dialect).map(({ at }) => ({ dialect, at })))
    .find(({ dialect, at }) =>
      dialects.every((other) => other === dialect || !other.at.some((place) => isPlace(place, at))),
    )?.dialect;
}
