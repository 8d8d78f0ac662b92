const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** A number, or a text that is one. Absent for anything else, NaN and the infinities included. */
export function lenientNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMERIC.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** As {@link lenientNumber}, without its fraction; true is 1 and false is 0. */
export function lenientInteger(value: unknown): number | undefined {
  const number = typeof value === 'boolean' ? Number(value) : lenientNumber(value);
  return number === undefined ? undefined : Math.trunc(number);
}

/** The nearest number from `min` to `max`. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
