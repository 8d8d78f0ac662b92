import { expect, it } from 'vitest';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog } from '../catalog/catalog.ts';
import { nameKey } from '../catalog/source-index.ts';
import { openCorpus } from './corpus.ts';
import { exactNames } from './exact-name.ts';

const find = (names: readonly string[], query: string, isDeferred: (name: string) => boolean = () => true) => {
  const groups = snapshotGroups(names.map((name) => fakeTool({ name })));
  const corpus = openCorpus(buildCatalog({ groups }, ({ name }) => isDeferred(name)));
  return exactNames(corpus, query).map(({ name }) => name);
};

it('finds a name however it is folded, literal ones first, then in catalogue order', () => {
  const names = ['mcp__b__get_user', 'mcp__a__get_user', 'get-user', 'get_user', 'Get User'];
  expect(find(names, 'get_user')).toEqual(['get_user', 'get-user', 'Get User']);
  expect(find(names, ' GET USER ')).toEqual(['Get User', 'get-user', 'get_user']);
  expect(find(names, 'mcp__a__get-user')).toEqual(['mcp__a__get_user']);
});

it('finds no tool that the catalogue leaves out', () => {
  const names = ['get-user', 'get_user'];
  expect(find(names, 'get_user', (name) => name === 'get-user')).toEqual(['get-user']);
});

it('is not misled by another name with the same key', () => {
  const [one, other] = ['delete_new_notes_send_mail', 'read_all_mail_read_invoice'] as const;
  expect(nameKey(one)).toBe(nameKey(other));
  expect(find([one], other)).toEqual([]);
  expect(find([one, other], other)).toEqual([other]);
});
