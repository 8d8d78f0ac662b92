import { pino } from 'pino';
import type { JsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { CommandContext } from '../program/command.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

type Level = (typeof LEVELS)[number];

/**
 * What a running door says to its operator, on standard error: a line for people, or one JSON object a line. The
 * variable `CALLSLIP_LOG` sets the least level (`debug`, `info`, `warn`, `error`; `fallback` by itself).
 *
 * @throws CommandError when the variable holds something else.
 */
export function createLogger({ host, output }: CommandContext, asJson: boolean, fallback: Level = 'info'): Logger {
  const least = levelOf(host.environment['CALLSLIP_LOG'], fallback);
  if (asJson) {
    const logger = pino({ level: least, base: null, timestamp: pino.stdTimeFunctions.isoTime }, host.stderr);
    return each((level) => (message, data) => logger[level](data ?? {}, message));
  }
  return each((level) => (message, data) => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const line = [message, ...Object.entries(data ?? {}).map(([key, value]) => `${key}=${shown(value)}`)].join(' ');
    if (level === 'warn') output.warn(line);
    else if (level === 'error') output.error(line);
    else output.note(line);
  });
}

function each(method: (level: Level) => (message: string, data?: JsonObject) => void): Logger {
  return { debug: method('debug'), info: method('info'), warn: method('warn'), error: method('error') };
}

function levelOf(written: string | undefined, fallback: Level): Level {
  const wanted = written?.trim().toLowerCase() ?? '';
  if (wanted === '') return fallback;
  const level = LEVELS.find((each) => each === wanted);
  if (level !== undefined) return level;
  throw new CommandError(EXIT.usage, `CALLSLIP_LOG is ${JSON.stringify(written)}; use one of ${LEVELS.join(', ')}`);
}

function shown(value: JsonObject[string]): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}
