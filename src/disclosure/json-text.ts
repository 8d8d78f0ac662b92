/** Compact JSON; of what is no JSON (a host can hand over anything), some text in its place. Never throws. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return String(value);
  }
}
