import { nearestName } from '../../schema/violation/nearest-name.ts';

const MOST = 3;

/**
 * Asks whether up to three names were meant by one that is none, the likeliest first; nothing when none is near. Tools'
 * own names are compared, so `everything/ecoh` and `mcp__evrything__echo` are both near `mcp__everything__echo`.
 */
export function didYouMean(called: string, names: readonly string[]): string | undefined {
  const wanted = ownName(called);
  let left = names.filter((name) => nearestName(wanted, [ownName(name)]) !== undefined);
  const near: string[] = [];
  while (left.length > 0 && near.length < MOST) {
    const best = nearestName(wanted, left.map(ownName));
    near.push(...left.filter((name) => ownName(name) === best));
    left = left.filter((name) => ownName(name) !== best);
  }
  return near.length === 0 ? undefined : `did you mean ${near.slice(0, MOST).join(' or ')}?`;
}

/** Without the server's name, in our own form or as people write paths. */
function ownName(name: string): string {
  const [own = ''] = name
    .replace(/^mcp__.+?__/u, '')
    .split(/[/.:]/u)
    .slice(-1);
  return own;
}
