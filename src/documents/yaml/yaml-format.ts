import type { DocumentFormat } from '../document-format.ts';
import { editYaml } from './edit-yaml.ts';
import { readYaml } from './read-yaml.ts';

/**
 * YAML 1.2, one document with a mapping. What is no number, boolean or null there is text: so are dates, and `yes` and
 * `no`, also below a `%YAML 1.1`. Aliases are filled in; `<<` is a key like any other.
 */
export const yamlFormat: DocumentFormat = { name: 'yaml', read: readYaml, edit: editYaml };
