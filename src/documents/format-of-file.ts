import type { FormatName } from './document-format.ts';

/** The language of a file by its name: `.toml`, `.yaml` and `.yml` in any case, JSON for everything else. */
export function formatOfFile(file: string): FormatName {
  if (/\.toml$/i.test(file)) return 'toml';
  return /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
}
