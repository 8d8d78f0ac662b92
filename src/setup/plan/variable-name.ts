const LONGEST = 80;
const USABLE = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The variable for a value of `env`: named as the program knows it, whatever the server's label. */
export function environmentName(key: string): string {
  return USABLE.test(key) && key.length <= LONGEST ? key : (inCapitals(key) ?? 'SECRET');
}

/** The variable for any other secret of a server: `TRACKER_API_KEY`. */
export function secretName(label: string, key: string): string {
  const [server, own] = [inCapitals(label) ?? 'SERVER', inCapitals(key) ?? 'SECRET'];
  return own === server || own.startsWith(`${server}_`) ? own : `${server}_${own}`.slice(0, LONGEST);
}

/** Words in capitals with `_` between them; absent when there are none. */
function inCapitals(text: string): string | undefined {
  const words = text
    .slice(0, LONGEST)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .match(/[A-Z0-9]+/g);
  if (words === null) return undefined;
  const name = words.join('_');
  return /^\d/.test(name) ? `MCP_${name}` : name;
}
