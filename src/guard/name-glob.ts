/**
 * Whether a whole name fits a glob: `*` stands for any characters, `?` for one, everything else for itself, case and all.
 * Takes at most length × length steps, whatever the glob.
 */
export function nameFits(name: string, glob: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    if (glob[next] === '*') {
      star = next++;
      resume = at;
    } else if (next < glob.length && (glob[next] === '?' || glob[next] === name[at])) {
      at++;
      next++;
    } else if (star >= 0) {
      // The last star takes one character more; earlier ones need no second look.
      next = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (glob[next] === '*') next++;
  return next === glob.length;
}
