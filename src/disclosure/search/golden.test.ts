import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textResult } from '../../base/call/tool-result.ts';
import type { JsonSchema } from '../../base/json.ts';
import { toolFromRecord } from '../../registry/tool/from-record.ts';
import { readRecord } from '../../registry/tool/read-record.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import { fakeTool } from '../../testing/fake-tool.ts';
import { snapshotGroups } from '../../testing/snapshot-groups.ts';
import { buildCatalog, type Catalog } from '../catalog/catalog.ts';
import { fullName } from '../catalog/document-text.ts';
import { findTools } from '../find-tools.ts';
import { rank } from './rank.ts';

interface Vector {
  readonly query: string;
  readonly admitted: number;
  readonly matches: readonly string[];
  /** `null` is an exact name. */
  readonly scores: readonly (number | null)[];
}

interface Fixture {
  readonly tools: readonly { name: string; source: string; description: string; parameters: JsonSchema }[];
  readonly vectors: readonly Vector[];
}

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root));

function catalogOf(tools: readonly ToolDefinition[]): Catalog {
  return buildCatalog({ groups: snapshotGroups(tools) }, () => true);
}

async function check(catalog: Catalog, { query, admitted, matches, scores }: Vector): Promise<void> {
  const ranking = rank(catalog, query, 5);
  expect({ query, admitted: ranking.admitted, matches: ranking.hits.map(({ tool }) => fullName(tool)) }).toEqual({
    query,
    admitted,
    matches,
  });
  ranking.hits.forEach(({ score }, i) => {
    const wanted = scores[i];
    if (typeof wanted === 'number')
      expect(Math.abs(score - wanted), `${query}: ${score}, not ${wanted}`).toBeLessThan(1e-6);
    else expect(score).toBe(Number.POSITIVE_INFINITY);
  });
  for (const related of ['on', 'off'] as const) {
    const found = await findTools(catalog, query, { limit: 5, related });
    expect({ query, matches: found.matches.map(fullName) }).toEqual({ query, matches });
    if (matches.length > 0 || related === 'off')
      expect({ query, related: found.related }).toEqual({ query, related: [] });
  }
}

describe('golden vectors', () => {
  it('ranks 700 queries over 755 real tools as the vectors say, whether or not there is a related tier', async () => {
    const names = new Set<string>();
    const tools = gunzipSync(read('bench/data/docker-mcp-registry/tools.jsonl.gz'))
      .toString()
      .trim()
      .split('\n')
      .flatMap((line) => {
        const parsed = readRecord(JSON.parse(line));
        if (!parsed.ok) throw new Error(parsed.reason);
        const tool = Object.freeze(toolFromRecord(parsed.record, async () => textResult(''))) as ToolDefinition;
        if (names.has(tool.name)) return [];
        names.add(tool.name);
        return [tool];
      });
    const vectors = read('test/fixtures/golden/strict-search.docker-mcp-registry.jsonl').toString().trim().split('\n');
    const catalog = catalogOf(tools);
    expect(vectors).toHaveLength(700);
    for (const vector of vectors) await check(catalog, JSON.parse(vector));
  });

  it.each(['fixture-a', 'fixture-b', 'fixture-c', 'fixture-other-scripts'])(
    'ranks %s as its vectors say',
    async (name) => {
      const fixture: Fixture = JSON.parse(read(`test/fixtures/golden/${name}.json`).toString());
      const catalog = catalogOf(
        fixture.tools.map(({ name, description, parameters }) => fakeTool({ name, description, parameters })),
      );
      for (const vector of fixture.vectors) await check(catalog, vector);
    },
  );
});
