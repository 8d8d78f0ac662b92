import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leastProcessorMs } from '../../../test/processor-time.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog, type Catalog } from '../catalog/catalog.ts';
import { rank } from './rank.ts';

const catalogOf = (...tools: ToolDefinition[]): Catalog => buildCatalog({ groups: snapshotGroups(tools) }, () => true);
const named = (...names: string[]): Catalog => catalogOf(...names.map((name) => fakeTool({ name })));
const described = (texts: Readonly<Record<string, string>>): Catalog =>
  catalogOf(...Object.entries(texts).map(([name, description]) => fakeTool({ name, description })));
const find = (catalog: Catalog, query: string, limit = 5): string[] =>
  rank(catalog, query, limit).hits.map(({ tool }) => tool.name);

function fixture(letter: string): Catalog {
  const url = new URL(`../../../test/fixtures/golden/fixture-${letter}.json`, import.meta.url);
  const { tools } = JSON.parse(readFileSync(url, 'utf8'));
  return catalogOf(...tools.map(({ source: _, ...tool }: Parameters<typeof fakeTool>[0]) => fakeTool(tool)));
}

describe('admission and order', () => {
  it('[TS-11.3.1] puts the tool that has all the words first', () => {
    expect(find(fixture('a'), 'create a github issue', 3)[0]).toBe('github_create_issue');
  });

  it('[TS-11.3.2] keeps to the limit, and is silent on words that no tool has', () => {
    const catalog = fixture('a');
    expect(find(catalog, 'github', 1)).toHaveLength(1);
    expect(rank(catalog, 'github', 1).admitted).toBe(2);
    expect(find(catalog, 'calendar')).toContain('calendar_create_event');
    expect(find(catalog, 'asdf qwerty foobar')).toEqual([]);
  });

  it('[TS-11.3.3] [SRC-02] finds nothing by one incidental word of a long hunt', () => {
    expect(find(fixture('b'), 'run shell command execute code')).toEqual([]);
    expect(find(fixture('b'), 'run shell command execute code python')).toEqual([]);
  });

  it('[SRC-02] wants half of the words when every word is in some tool', () => {
    const catalog = described({
      rerun_workflow: 'Run a failed workflow once more',
      open_shell: 'Open a shell',
      list_commands: 'List each command and its code',
      execute_query: 'Execute a query',
    });
    expect(find(catalog, 'run shell command execute code')).toEqual([]);
    expect(find(catalog, 'run workflow')).toEqual(['rerun_workflow']);
  });

  it('[TS-11.3.4] finds the plain pairs of verb and object', () => {
    expect(find(fixture('b'), 'list issues')).toContain('github_list_issues');
    expect(find(fixture('b'), 'send message')).toContain('slack_send_message');
  });

  it('[TS-11.3.5] ranks the tool with most words first and leaves out one that shares a word', () => {
    const found = find(fixture('b'), 'create issue github repository title');
    expect(found[0]).toBe('github_create_issue');
    expect(found).not.toContain('github_rerun_workflow');
  });

  it('[TS-11.3.8] finds both tools of a plural', () => {
    expect(find(fixture('c'), 'issues')).toEqual(['mcp__mq-linear__list_issues', 'mcp__mq-linear__create_issue']);
  });

  it('does not match parts of words any more', () => {
    expect(find(fixture('c'), 'post_mess')).toEqual([]);
  });

  it('[SRC-04] finds inflected words', () => {
    const catalog = described({ create_issue: 'Open an issue', schedule_message: 'Send a message later' });
    expect(find(catalog, 'issues')).toEqual(['create_issue']);
    expect(find(catalog, 'creating issues')).toEqual(['create_issue']);
    expect(find(catalog, 'scheduled messages')).toEqual(['schedule_message']);
  });

  it('[SRC-06] does not take "the" for a part of "theme"', () => {
    const catalog = described({
      list_themes: 'List theming of an editor',
      set_editor: 'Set the editor',
      list_incidents: 'List the open incidents of a service',
      get_incident: 'Get one open incident',
    });
    expect(find(catalog, 'list the open incidents')).toEqual(['list_incidents']);
  });

  it('keeps catalogue order among equal scores', () => {
    expect(find(named('b_list', 'a_list', 'c_list'), 'list')).toEqual(['b_list', 'a_list', 'c_list']);
    expect(find(named('b_list', 'a_list', 'c_list'), 'list', 2)).toEqual(['b_list', 'a_list']);
  });

  it('answers nothing to no words, an empty catalogue, or no room', () => {
    const nothing = { hits: [], admitted: 0 };
    expect(rank(named('list'), ' — !', 5)).toEqual(nothing);
    expect(rank(named(), 'list', 5)).toEqual(nothing);
    expect(rank(named('list'), 'list', 0)).toEqual(nothing);
    expect(rank(named('list'), 'list', -1)).toEqual(nothing);
  });

  it('is not misled by words that are properties of every object', () => {
    expect(find(named('list', 'prototype_list'), 'constructor')).toEqual([]);
    expect(find(named('list', 'proto_constructor'), '__proto__ constructor')).toEqual(['proto_constructor']);
  });
});

describe('exact names', () => {
  it('[TS-11.3.6] puts an exact name first, past the floor', () => {
    expect(rank(fixture('b'), ' GitHub_create_issue ', 5).hits[0]).toMatchObject({
      tool: { name: 'github_create_issue' },
      score: Number.POSITIVE_INFINITY,
    });
    const catalog = named('run_all_checks_now', 'run', 'all', 'checks', 'now');
    expect(find(catalog, 'run_all_checks_now')[0]).toBe('run_all_checks_now');
  });

  it('[TS-11.3.10] prefers the exact name to siblings that say more', () => {
    const siblings = named('github_create_issue_comment', 'github_create_issue_label', 'github_create_issue');
    expect(find(siblings, 'github_create_issue', 1)).toEqual(['github_create_issue']);
    expect(find(named('list_x', 'list_all_the_open_items', 'list'), 'list', 1)).toEqual(['list']);
  });

  it('[TS-11.3.13] finds a short exact name, and a service that is only the source', () => {
    expect(find(named('github_get_issue', 'get_issue'), 'get_issue')[0]).toBe('get_issue');
    const tool = fakeTool({ name: 'get_issue', source: { kind: 'plugin', label: 'linear' } });
    expect(find(catalogOf(tool, fakeTool({ name: 'get_page' })), 'linear')).toEqual(['get_issue']);
  });

  it.each(['workflow_run_dispatch_round', 'workflow run dispatch round', 'workflow-run-dispatch-round'])(
    '[SRC-10] finds a tool by its exact name, written as %s',
    (query) => {
      const catalog = described({
        dispatch_round: 'Dispatch the round of a workflow run, then run the workflow',
        workflow_run_dispatch_round: 'Start',
      });
      expect(find(catalog, query)[0]).toBe('workflow_run_dispatch_round');
      expect(rank(catalog, query, 1).hits[0]?.score).toBe(Number.POSITIVE_INFINITY);
    },
  );

  it('puts the literal name before one that differs in hyphens, whatever their order', () => {
    const catalog = named('list_all', 'list-all');
    expect(find(catalog, 'list-all', 2)).toEqual(['list-all', 'list_all']);
    expect(find(catalog, 'list_all', 2)).toEqual(['list_all', 'list-all']);
    expect(find(catalog, 'list all', 2)).toEqual(['list_all', 'list-all']);
    expect(rank(catalog, 'list all', 1).admitted).toBe(2);
  });

  it('knows a tool by its published and by its full name', () => {
    const tool = fakeTool({
      name: 'mcp__cal__create_event_1a2b3c4d',
      source: { kind: 'mcp', label: 'cal', toolName: 'create event!' },
    });
    const catalog = catalogOf(tool, fakeTool({ name: 'x' }));
    expect(rank(catalog, 'mcp__cal__create event!', 5).hits[0]?.score).toBe(Number.POSITIVE_INFINITY);
    expect(rank(catalog, 'MCP__cal__create_event_1a2b3c4d', 5).hits[0]?.score).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the mcp prefix', () => {
  const catalog = named('mcp__linear__list_issues', 'mcp__linear__get_user', 'mcp__slack__list_channels');

  it('[SRC-12] finds the tools of a server by its name', () => {
    expect(find(catalog, 'linear')).toEqual(['mcp__linear__list_issues', 'mcp__linear__get_user']);
  });

  it('[SRC-12] finds nothing by "mcp" alone', () => {
    expect(find(catalog, 'mcp')).toEqual([]);
    expect(find(catalog, 'MCP mcp')).toEqual([]);
  });

  it('[SRC-12] reads "mcp" beside other words as if it were not there', () => {
    expect(rank(catalog, 'mcp linear', 5)).toEqual(rank(catalog, 'linear', 5));
    expect(rank(catalog, 'mcp__linear__list_issue', 5)).toEqual(rank(catalog, 'linear list issue', 5));
    expect(find(catalog, 'mcp nosuchword')).toEqual([]);
  });

  it('counts "mcp" like any word where a label or description has it', () => {
    const labelled = named('mcp__mcp-proxy__list', 'mcp__linear__list_issues');
    expect(find(labelled, 'mcp')).toEqual(['mcp__mcp-proxy__list']);
  });
});

describe('other scripts', () => {
  it('[SRC-08] finds a Chinese tool by words in another order', () => {
    const catalog = described({ backup: '备份每日复盘笔记', weather: '查询某地未来几天的天气预报' });
    expect(find(catalog, '复盘 备份')).toEqual(['backup']);
    expect(find(catalog, '天气')).toEqual(['weather']);
    expect(find(catalog, '翻译')).toEqual([]);
  });

  it('[SRC-08] finds a tool that is called in Chinese, by its name and by words of it', () => {
    const source = { kind: 'mcp', label: 'notes', toolName: '备份每日复盘笔记' } as const;
    const catalog = catalogOf(fakeTool({ name: 'mcp__notes_0a1b2c3d', source }), fakeTool({ name: 'weather' }));
    for (const query of ['复盘 备份', '备份每日复盘笔记', '笔记', 'notes 每日']) {
      expect(find(catalog, query)).toEqual(['mcp__notes_0a1b2c3d']);
    }
    expect(find(catalog, '天气')).toEqual([]);
  });

  it('counts a run as present where all its pairs are, before half is enough anywhere', () => {
    const catalog = described({ part: '发送一封邮件', whole: '发送邮件给同事' });
    expect(find(catalog, '发送邮件')).toEqual(['whole']);
  });

  it('counts a run as present where half of its pairs are when no tool has all', () => {
    const catalog = described({ mail: '发送一封邮件', message: '发送消息', other: '查询天气' });
    expect(find(catalog, '发送邮件')).toEqual(['mail']);
    expect(find(catalog, '删除邮件')).toEqual([]);
  });

  it('finds Japanese, Korean, Cyrillic and accented words', () => {
    const catalog = described({
      mail: 'メールを送信する',
      메모: '메모를 검색합니다',
      weather: 'Прогноз погоды',
      meteo: 'Météo actuelle pour une ville',
    });
    expect(find(catalog, 'メール送信')).toEqual(['mail']);
    expect(find(catalog, 'ﾒｰﾙ')).toEqual(['mail']);
    expect(find(catalog, '검색')).toEqual(['메모']);
    expect(find(catalog, 'ПРОГНОЗ')).toEqual(['weather']);
    expect(find(catalog, 'Me\u0301te\u0301o')).toEqual(['meteo']);
    expect(find(catalog, 'météo ville')).toEqual(['meteo']);
  });

  it('wants the other words of a mixed query too', () => {
    const catalog = described({ zh_notes: '搜索笔记 notes', notes: 'Search notes', more: 'More notes' });
    expect(find(catalog, 'notes 搜索')).toEqual(['zh_notes']);
    expect(find(catalog, 'notes 天气')).toEqual([]);
  });

  it('does not ask for ASCII parts of a word with other letters', () => {
    const catalog = described({ meteo: 'Météo', m: 'm, t and o of a thing' });
    expect(find(catalog, 'météo')).toEqual(['meteo']);
    const fragments = described({ cafe: 'CAFÉ', caf: 'caf' });
    expect(find(fragments, 'café')).toEqual(['cafe']);
    expect(find(described({ cafe: 'café' }), 'éclair')).toEqual([]);
  });

  it('scores ASCII queries as if other words were not there', () => {
    const plain = { one: 'List notes', two: 'List notes of the day' };
    const mixed = { one: 'List notes 列出所有笔记', two: 'List notes of the day' };
    const scores = (catalog: Catalog) => rank(catalog, 'list notes', 5).hits.map(({ score }) => score);
    expect(scores(described(mixed))).toEqual(scores(described(plain)));
  });
});

describe('sameness', () => {
  it('gives identical answers to the same query, together and one after another', async () => {
    const catalog = fixture('b');
    const queries = ['list issues', 'github_create_issue', 'create message', 'rerun the workflow'];
    const serial = queries.map((query) => JSON.stringify(rank(catalog, query, 5)));
    const together = await Promise.all(
      Array.from({ length: 512 }, async (_, i) => JSON.stringify(rank(catalog, queries[i % 4] ?? '', 5))),
    );
    expect(new Set(together)).toEqual(new Set(serial));
  });

  it('[TS-11.3.11] gives the same from indexes made before as from fresh ones', () => {
    const warm = fixture('b');
    const queries = ['list issues', 'github', 'send message', 'github_create_issue', 'rerun the workflow'];
    for (const query of queries) rank(warm, query, 5);
    const said = (catalog: Catalog, query: string) => {
      const { hits, admitted } = rank(catalog, query, 5);
      return { query, admitted, hits: hits.map(({ tool, score }) => [tool.name, score]) };
    };
    expect(queries.map((query) => said(warm, query))).toEqual(queries.map((query) => said(fixture('b'), query)));
    expect(said(warm, 'github').hits.length).toBeGreaterThan(0);
  });

  it('counts a repeated word again, and looks at its tools once', async () => {
    const tools = Array.from({ length: 2_000 }, (_, i) => fakeTool({ name: `mcp__kb__get_${i}`, description: 'list' }));
    const catalog = catalogOf(...tools);
    const best = (query: string) => rank(catalog, query, 1).hits[0]?.score as number;
    expect(best('get get list')).toBeCloseTo(2 * best('get') + best('list'), 9);
    expect(await leastProcessorMs(() => rank(catalog, 'get '.repeat(25_000), 5))).toBeLessThan(500);
  });
});
