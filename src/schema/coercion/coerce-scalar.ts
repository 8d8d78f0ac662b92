const LONGEST = 40;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^[+-]?\d+$/;

/**
 * The number, boolean or null that a text spells, when `type` asks for one; `undefined` when it spells none, or would
 * lose something: a fraction for an integer, digits beyond what a number holds.
 */
export function scalarFromText(text: string, type: string): number | boolean | null | undefined {
  const trimmed = text.trim();
  switch (type) {
    case 'integer':
    case 'number':
      return numberFrom(trimmed, type);
    case 'boolean': {
      const lower = trimmed.slice(0, LONGEST).toLowerCase();
      return lower === 'true' ? true : lower === 'false' ? false : undefined;
    }
    case 'null':
      return trimmed === 'null' ? null : undefined;
    default:
      return undefined;
  }
}

/** The member of an `enum`, not a text itself, that a text spells. */
export function memberFromText(text: string, members: readonly unknown[]): unknown {
  return members.find((member) => {
    const type = member === null ? 'null' : typeof member;
    return type !== 'string' && type !== 'object' && scalarFromText(text, type) === member;
  });
}

function numberFrom(text: string, type: string): number | undefined {
  if (text.length > LONGEST || !NUMBER.test(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const exact = Number.isSafeInteger(value) || !(type === 'integer' || WHOLE.test(text));
  // -0 is written as 0 in JSON.
  return exact ? value + 0 : undefined;
}
