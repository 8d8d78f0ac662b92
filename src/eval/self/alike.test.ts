import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { findAlike } from './alike.ts';
import { wordsOf } from './tool-words.ts';

const LONG = 'for a repository of an organization that you own, with all members, teams, rules, secrets and runners';
const named = async (tools: readonly ToolDefinition[]) => (await findAlike(tools)).found.map((found) => found.tools);

describe('findAlike', () => {
  it('finds the same tool of several servers, once for all, whatever the servers are called', async () => {
    const tools = ['playwright', 'puppeteer', 'other'].map((server) =>
      fakeTool({ name: `mcp__${server}__${server}_click`, description: 'Clicks an element on the page.' }),
    );
    expect(await findAlike(tools)).toEqual({
      count: 1,
      found: [{ tools: tools.map(({ name }) => name), likeness: 1 }],
    });
  });

  it('finds tools whose words are nearly the same when no name tells them apart', async () => {
    const tools = [
      fakeTool({ name: 'mcp__a__get_runner', description: `Gets the runner ${LONG}.` }),
      fakeTool({ name: 'mcp__a__get_runners', description: `Gets the runners ${LONG}, all.` }),
      fakeTool({ name: 'mcp__b__list_teams', description: 'Lists teams.' }),
    ];
    expect(await named(tools)).toEqual([['mcp__a__get_runner', 'mcp__a__get_runners']]);
  });

  it('finds those that have exactly four fifths in common', async () => {
    const tools = [
      fakeTool({ name: 'mcp__a__note', description: 'Red green blue.' }),
      fakeTool({ name: 'mcp__b__note', description: 'Red green blue page.' }),
      fakeTool({ name: 'mcp__c__other', description: 'Page.' }),
    ];
    expect((await findAlike(tools)).found).toEqual([{ tools: ['mcp__a__note', 'mcp__b__note'], likeness: 0.8 }]);
  });

  it('lets a single word of a name tell apart what says the same at length', async () => {
    const tools = ['create', 'delete'].map((verb) =>
      fakeTool({ name: `mcp__a__${verb}_runner`, description: `This tool will ${verb} a runner ${LONG}.` }),
    );
    expect(await named(tools)).toEqual([]);
    const both = [
      fakeTool({ name: 'mcp__a__runner', description: `The runner ${LONG}.` }),
      fakeTool({ name: 'mcp__a__old_runner', description: `The runner ${LONG}.` }),
    ];
    expect(await named(both)).toEqual([]);
    expect(await named(both.toReversed())).toEqual([]);
  });

  it('says nothing of tools that say nothing', async () => {
    expect(await named([fakeTool({ name: 'mcp__a__a' }), fakeTool({ name: 'mcp__b__b' })])).toEqual([]);
  });

  it('puts the likest first, and keeps no more than anybody reads', async () => {
    const tools = Array.from({ length: 2500 }, (_, index) => [
      fakeTool({ name: `mcp__a__do_${index}`, description: `Does ${index}.` }),
      fakeTool({ name: `mcp__b__do_${index}`, description: `Does ${index}${index < 50 ? ' more' : ''}.` }),
    ]).flat();
    const { count, found } = await findAlike(tools);
    expect([count >= 2450, found.length]).toEqual([true, 1000]);
    expect(found.every(({ likeness }) => likeness === 1)).toBe(true);
  });

  const word = fc.constantFrom('red', 'green', 'blue', 'list', 'make', 'page', 'file', 'team', '天气', 'of');
  const tool = fc.record({
    name: fc.array(word, { minLength: 1, maxLength: 3 }),
    description: fc.array(word, { maxLength: 9 }),
  });
  test.prop([fc.array(tool, { maxLength: 40 })])(
    'finds exactly what comparing every tool with every other finds',
    async (drawn) => {
      const tools = drawn.map(({ name, description }, index) =>
        fakeTool({ name: `mcp__s${index}__${name.join('_')}`, description: description.join(' ') }),
      );
      const { found } = await findAlike(tools);
      const alike = found.flatMap(({ tools: names }) => (names.length === 2 ? [names.join(' ')] : []));
      const groups = found.filter(({ likeness }) => likeness === 1).map(({ tools: names }) => names.join(' '));
      expect([groups.sort(), alike.filter((pair) => !groups.includes(pair)).sort()]).toEqual(slowly(tools));
    },
  );
});

/** Groups of the same words, and pairs of nearly the same ones between the first of each. */
function slowly(tools: readonly ToolDefinition[]): [string[], string[]] {
  const groups = new Map<string, ReturnType<typeof wordsOf>[]>();
  for (const words of tools.map(wordsOf)) {
    const key = [...words.all].sort().join(' ');
    groups.set(key, [...(groups.get(key) ?? []), words]);
  }
  const firsts = [...groups.values()].map(([first]) => first!);
  const weightOf = (term: string) => Math.log(1 + firsts.length / firsts.filter(({ all }) => all.has(term)).length);
  const weigh = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + weightOf(term), 0);
  const pairs = firsts.flatMap((a, index) =>
    firsts.slice(index + 1).flatMap((b) => {
      const both = [...a.all].filter((term) => b.all.has(term));
      const likeness = weigh(both) / weigh(new Set([...a.all, ...b.all]));
      const told = a.name.some((term) => !b.all.has(term)) || b.name.some((term) => !a.all.has(term));
      return likeness >= 0.8 - 1e-9 && !told ? [`${a.tool.name} ${b.tool.name}`] : [];
    }),
  );
  const same = [...groups.values()].filter((group) => group.length > 1);
  return [same.map((group) => group.map((words) => words.tool.name).join(' ')).sort(), pairs.sort()];
}
