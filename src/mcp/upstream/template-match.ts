/** What one template may hold; one that holds more fits nothing. */
const MAX_TEMPLATE_CHARS = 2_000;
const MAX_PARTS = 40;
const MAX_URI_CHARS = 2_000;

/** A piece of a template, as far as an address is concerned. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** One character or more, without those of `stops`. */
  | { readonly kind: 'value'; readonly stops: string }
  /** May be absent as a whole. */
  | { readonly kind: 'optional'; readonly parts: readonly Part[] };

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/gu;

/**
 * Whether an address may have come from a URI template (RFC 6570). Takes at most length × parts steps whatever the
 * template, and says no to what is too long to be looked at.
 */
export function fitsTemplate(uri: string, template: string): boolean {
  if (uri.length > MAX_URI_CHARS || template.length > MAX_TEMPLATE_CHARS) return false;
  const parts = partsOf(template);
  if (count(parts) > MAX_PARTS) return false;
  const start = new Uint8Array(uri.length + 1);
  start[0] = 1;
  return advance(start, parts, uri)[uri.length] === 1;
}

function partsOf(template: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: operator = '', 2: names = '', index } of template.matchAll(EXPRESSION)) {
    if (index > end) parts.push(text(template.slice(end, index)));
    parts.push(...expression(operator, names.split(',')));
    end = index + whole.length;
  }
  if (end < template.length) parts.push(text(template.slice(end)));
  return parts;
}

function expression(operator: string, names: readonly string[]): readonly Part[] {
  switch (operator) {
    case '+':
      return [{ kind: 'value', stops: '' }];
    case '#':
      return [{ kind: 'optional', parts: [text('#'), { kind: 'value', stops: '' }] }];
    case '.':
    case '/':
      // Of several names, or of an exploded one, each value has the operator in front.
      return names.some((name) => name.includes('*')) || names.length > 1
        ? [text(operator), { kind: 'value', stops: '' }]
        : [text(operator), { kind: 'value', stops: '/' }];
    case ';':
    case '?':
    case '&':
      return names.map((name) => pair(operator, name.replace(/[*:].*$/u, '').trim()));
    default:
      return [{ kind: 'value', stops: '/' }];
  }
}

/** `?a=1`, or `&a=1` where another stands before it. A server may tell of a query and be asked without it. */
function pair(operator: string, name: string): Part {
  const separators = operator === '?' ? ['?', '&'] : [operator];
  const value: Part = { kind: 'optional', parts: [{ kind: 'value', stops: '&#;' }] };
  const starts = separators.map(
    (separator): Part => ({ kind: 'optional', parts: [text(`${separator}${name}=`), value] }),
  );
  return { kind: 'optional', parts: starts };
}

function text(value: string): Part {
  return { kind: 'text', text: value };
}

function count(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + 1 + (part.kind === 'optional' ? count(part.parts) : 0), 0);
}

/** For each place in the address, 1 where one may stand there. */
type Places = Uint8Array;

/** Where one may stand behind the parts, from where one may stand before them. */
function advance(from: Places, parts: readonly Part[], uri: string): Places {
  return parts.reduce((places, part) => behind(places, part, uri), from);
}

function behind(places: Places, part: Part, uri: string): Places {
  if (part.kind === 'optional') {
    const reached = advance(places, part.parts, uri);
    return reached.map((is, at) => is | (places[at] ?? 0));
  }
  const reached = new Uint8Array(places.length);
  if (part.kind === 'text') {
    for (let at = 0; at < places.length; at++) {
      if (places[at] === 1 && uri.startsWith(part.text, at)) reached[at + part.text.length] = 1;
    }
    return reached;
  }
  let isInside = false;
  for (let at = 0; at < uri.length; at++) {
    isInside = (isInside || places[at] === 1) && !part.stops.includes(uri[at] as string);
    if (isInside) reached[at + 1] = 1;
  }
  return reached;
}
