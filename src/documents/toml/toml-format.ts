import type { DocumentFormat } from '../document-format.ts';
import { editToml } from './edit-toml.ts';
import { readToml } from './read-toml.ts';

/**
 * TOML 1.1; what is written is TOML 1.0. What JSON has no value for is given as text: dates and times as they are written,
 * integers beyond 2^53 in decimal digits, `inf`, `-inf` and `nan`.
 */
export const tomlFormat: DocumentFormat = { name: 'toml', read: readToml, edit: editToml };
