import type { DocumentFormat } from '../document-format.ts';
import { editJson } from './edit-json.ts';
import { readJson } from './read-json.ts';

/** JSON, with comments and trailing commas. Of a key that is written twice the last one counts. */
export const jsonFormat: DocumentFormat = { name: 'json', read: readJson, edit: editJson };
