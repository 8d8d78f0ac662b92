import type { JsonObject } from './json.ts';

/** Where the library says what a developer or operator should know. Never throws. Secrets never reach it. */
export interface Logger {
  debug(message: string, data?: JsonObject): void;
  info(message: string, data?: JsonObject): void;
  warn(message: string, data?: JsonObject): void;
  error(message: string, data?: JsonObject): void;
}

const nothing = () => {};

/** The default of the library: says nothing. */
export const silentLogger: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
