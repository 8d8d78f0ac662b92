import { sha256Hex } from '../../base/hash.ts';

const PUBLISHABLE = /^[A-Za-z0-9_-]{1,64}$/;
const HASHED = /_[0-9a-f]{8}$/;

/** True when a name can be shown to a model as it stands. */
export function isPublishable(name: string): boolean {
  return PUBLISHABLE.test(name);
}

/**
 * The name a model sees for a server's tool: `mcp__<label>__<toolName>`, a function of these two alone, so that it
 * never depends on which other servers there are.
 *
 * When the plain form can't be used (other characters than `[A-Za-z0-9_-]`, over 64 characters, or a label that would
 * make two pairs share one name), each unusable character becomes `_` and a hash of the original is put behind: 55
 * characters, `_`, 8 hex digits. Two tools never get one name by look-alike characters or by being cut.
 */
export function publishedName(label: string, toolName: string): string {
  const plain = unpublishedName(label, toolName);
  return splitsInOneWay(label) ? publishable(plain) : hashed(plain, JSON.stringify([label, toolName]));
}

/**
 * Whether a name is {@link publishedName} of these two. The hash behind a changed name is not worked out again, only what
 * stands before it: that is enough for names that nobody forges, and cheap enough for all tools of a catalogue.
 */
export function isPublishedFrom(name: string, label: string, toolName: string): boolean {
  const plain = unpublishedName(label, toolName);
  return name === plain || (HASHED.test(name) && safe(plain).startsWith(name.slice(0, -9)));
}

/** The full name before it is made publishable: what goes into search, and what a person typed. */
export function unpublishedName(label: string, toolName: string): string {
  return `mcp__${label}__${toolName}`;
}

/** Any name made publishable; one that already is comes back unchanged. */
export function publishable(name: string): string {
  return isPublishable(name) ? name : hashed(name, name);
}

function hashed(name: string, original: string): string {
  return `${safe(name).slice(0, 55)}_${sha256Hex(original).slice(0, 8)}`;
}

function safe(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/gu, '_');
}

/** `a__b` + `c` and `a` + `b__c` read the same; only a label without such edges is unambiguous. */
function splitsInOneWay(label: string): boolean {
  return !label.includes('__') && !label.startsWith('_') && !label.endsWith('_');
}
