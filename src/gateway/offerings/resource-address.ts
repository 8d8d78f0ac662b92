import { isHidden } from '../../guard/hidden-characters.ts';

const SCHEME = 'callslip://';

/** A resource of one server, by its own address there. */
export interface QualifiedAddress {
  readonly label: string;
  readonly uri: string;
}

/** An address that is a server's for sure: `callslip://<label>/<the address, percent-encoded>`. */
export function qualify(label: string, uri: string): string {
  return `${prefix(label)}${encodeURIComponent(uri)}`;
}

/** The same of a template. It stays as it is behind the prefix, so that a client expands it as it would have. */
export function qualifyTemplate(label: string, template: string): string {
  return `${prefix(label)}${template}`;
}

/**
 * Reads either form; what is not qualified gives nothing. Every address has a colon, and percent-encoding leaves none, so
 * the two are told apart.
 */
export function readQualified(address: string): QualifiedAddress | undefined {
  if (!isQualified(address)) return undefined;
  const slash = address.indexOf('/', SCHEME.length);
  if (slash === -1) return undefined;
  const label = decoded(address.slice(SCHEME.length, slash));
  const rest = address.slice(slash + 1);
  const uri = rest.includes(':') ? rest : decoded(rest);
  return label === undefined || uri === undefined || uri === '' ? undefined : { label, uri };
}

/** True for what looks like our own; a server may not speak for us. */
export function isQualified(address: string): boolean {
  return address.slice(0, SCHEME.length).toLowerCase() === SCHEME;
}

/** True when every client takes the address as it stands, and a person sees all of it. */
export function isPlainAddress(address: string): boolean {
  return !isQualified(address) && URL.canParse(address) && !isHidden(address);
}

/** True when a text can be percent-encoded: no half of a character stands in it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function prefix(label: string): string {
  return `${SCHEME}${encodeURIComponent(label.replace(/\p{Cs}/gu, '\ufffd'))}/`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
