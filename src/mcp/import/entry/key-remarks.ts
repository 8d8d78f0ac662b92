import type { Remark } from '../foreign-server.ts';

/** A key that nobody knows. */
export function unknownKey(path: string): Remark {
  const message = `${path} is not a known key; it is ignored`;
  return { severity: 'warning', path, message, remedy: 'remove it, or write what it was meant to be' };
}

/** A key for something that only the client does. */
export function lostKey(path: string): Remark {
  const message = `${path} has no counterpart in Callslip; it is left out`;
  return { severity: 'warning', path, message, remedy: 'see whether the server works without it' };
}

/** A key of ours by which more would run without asking: that is for the user to say, and not for a file from elsewhere. */
export function guardedKey(path: string): Remark {
  const message = `${path} counts in Callslip's own configuration only; it is left out`;
  return { severity: 'warning', path, message, remedy: 'write it under mcp_servers there, if you trust the server' };
}

/** What should name variables, and may hold what they should hold. */
export function noNames(path: string, names: string): Remark {
  const remedy = 'write names as they are in the environment or in .env, not what they hold';
  return { severity: 'error', path, message: `${path} must be ${names}`, remedy };
}

/** Approvals in a form that is not known. */
export function unreadable(path: string): Remark {
  const message = `${path} can't be read; nothing is approved by it`;
  return { severity: 'warning', path, message, remedy: 'write names of tools, or remove it' };
}

/** A variable of a form that we have not. */
export function unusableForm(path: string, form: string): Remark {
  const message = `${path} has ${form}, which only the client can fill in`;
  const remedy = `write \${NAME}, and set the variable NAME in the environment or in .env`;
  return { severity: 'error', path, message, remedy };
}
