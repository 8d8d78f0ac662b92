import { describe, expect, it } from 'vitest';
import type { SnapshotGroup } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { rank } from '../search/rank.ts';
import { buildCatalog, type Catalog, withDocuments } from './catalog.ts';

const tools = ['mcp__a__list', 'mcp__a__get', 'mcp__a__list_users', 'mcp__b__list'].map((name) => fakeTool({ name }));
const [list, get, users, other] = tools as [ToolDefinition, ToolDefinition, ToolDefinition, ToolDefinition];
const a = Object.freeze([list, get, users]);
const b = Object.freeze([other]);
const all = () => true;

const ranked = (catalog: Catalog, query: string) =>
  rank(catalog, query, 10).hits.map(({ tool, score }) => [tool.name, score]);

describe('buildCatalog', () => {
  it('holds the deferred usable tools in the order of the snapshot', () => {
    const groups: SnapshotGroup[] = [
      { definitions: a, usable: [true, true, false] },
      { definitions: b, usable: 'all' },
    ];
    expect(buildCatalog({ groups }, all).tools).toEqual([list, get, other]);
    expect(buildCatalog({ groups }, (tool) => tool !== get).tools).toEqual([list, other]);
    expect(buildCatalog({ groups }, () => false)).toEqual({ size: 0, tools: [], groups: [], toolsByGroup: [] });
  });

  it('[INV-1] never carries one session over into another', () => {
    const whole = () => buildCatalog({ groups: [{ definitions: a, usable: 'all' }] }, all);
    const part = () => buildCatalog({ groups: [{ definitions: a, usable: [true, true, false] }] }, all);
    const fresh = buildCatalog({ groups: [{ definitions: Object.freeze([list, get]), usable: 'all' }] }, all);
    const before = ranked(whole(), 'list');
    expect(before.map(([name]) => name)).toEqual(['mcp__a__list', 'mcp__a__list_users']);
    expect(ranked(part(), 'list')).toEqual(ranked(fresh, 'list'));
    expect(ranked(part(), 'users')).toEqual([]);
    expect(ranked(whole(), 'list')).toEqual(before);
  });

  it('[INV-1] sees a replaced definition and a new one at once', () => {
    const groups = (definitions: readonly ToolDefinition[]): SnapshotGroup[] => [{ definitions, usable: 'all' }];
    expect(ranked(buildCatalog({ groups: groups(a) }, all), 'archive')).toEqual([]);
    const changed = Object.freeze([{ ...list, description: 'Archive' }, get]);
    expect(ranked(buildCatalog({ groups: groups(changed) }, all), 'archive')).toHaveLength(1);
    expect(ranked(buildCatalog({ groups: groups(a) }, all), 'archive')).toEqual([]);
  });

  it('[INV-1] remembers nothing of an array that can still change', () => {
    const definitions = [list];
    const catalog = () => buildCatalog({ groups: [{ definitions, usable: 'all' }] }, all);
    expect(ranked(catalog(), 'users')).toEqual([]);
    definitions.push(users);
    expect(ranked(catalog(), 'users')).toHaveLength(1);
  });

  it('is the same object while the sources, the policy and what the session may use are the same', () => {
    const groups = (usable: SnapshotGroup['usable'] = 'all'): SnapshotGroup[] => [
      { definitions: a, usable },
      { definitions: b, usable: 'all' },
    ];
    const whole = buildCatalog({ groups: groups() }, all);
    expect(buildCatalog({ groups: groups() }, all)).toBe(whole);
    const part = buildCatalog({ groups: groups([true, false, true]) }, all);
    expect(part.size).toBe(3);
    expect(part.tools).toEqual([list, users, other]);
    expect(buildCatalog({ groups: groups([true, true, false]) }, all).tools).toEqual([list, get, other]);
    expect(buildCatalog({ groups: groups().reverse() }, all).tools).toEqual([other, list, get, users]);
    expect(buildCatalog({ groups: groups() }, (tool) => tool !== get).tools).toEqual([list, users, other]);
    expect(buildCatalog({ groups: groups().slice(1) }, all).tools).toEqual([other]);
  });

  it('keeps what is remembered of a source for one scope while another may use none of it', () => {
    const whole = () => buildCatalog({ groups: [{ definitions: a, usable: 'all' }] }, all);
    const before = whole();
    const none: SnapshotGroup[] = [{ definitions: a, usable: [false, false, false] }];
    expect(buildCatalog({ groups: none }, all).size).toBe(0);
    expect(whole()).toBe(before);
  });

  it('tells the tools of each source by one array, as long as the source is the same', () => {
    const groups: SnapshotGroup[] = [
      { definitions: a, usable: [true, true, false] },
      { definitions: b, usable: 'all' },
    ];
    const { toolsByGroup, tools, size } = buildCatalog({ groups }, all);
    expect(toolsByGroup).toEqual([[list, get], [other]]);
    expect([tools.length, size]).toEqual([3, 3]);
    expect(buildCatalog({ groups: groups.slice(0, 1) }, all).toolsByGroup[0]).toBe(toolsByGroup[0]);
  });

  it('gives the same scores however the tools are spread over sources', () => {
    const one = buildCatalog({ groups: [{ definitions: Object.freeze([...a, ...b]), usable: 'all' }] }, all);
    const two = buildCatalog({ groups: [a, b].map((definitions) => ({ definitions, usable: 'all' })) }, all);
    expect(ranked(one, 'list')).toEqual(ranked(two, 'list'));
  });
});

describe('withDocuments', () => {
  const catalog = buildCatalog({ groups: [{ definitions: a, usable: 'all' }] }, all);

  it('puts more documents behind the catalogue, counted like its own', () => {
    const more = withDocuments(catalog, b);
    const together = buildCatalog({ groups: [a, b].map((definitions) => ({ definitions, usable: 'all' })) }, all);
    expect(ranked(more, 'list')).toEqual(ranked(together, 'list'));
    expect([more.size, more.tools, more.toolsByGroup]).toEqual([4, together.tools, together.toolsByGroup]);
    expect(catalog.tools).toHaveLength(3);
  });

  it('changes nothing when there are none', () => {
    expect(withDocuments(catalog, [])).toEqual(catalog);
  });
});
