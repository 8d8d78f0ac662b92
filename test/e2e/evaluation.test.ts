import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from '../fixtures/cli-program.ts';

const DATA = fileURLToPath(new URL('../../bench/data/', import.meta.url));
const SET = path.join(DATA, 'livemcpbench-steps');

let root: string;
beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'callslip-eval-')));
});
afterAll(() => rm(root, { recursive: true, maxRetries: 3 }));

const evaluate = (...args: readonly string[]) => startCli(['eval', ...args], { cwd: root });

describe('callslip eval as a process', () => {
  it('measures a real catalogue, and the same run is its own baseline', async () => {
    const measured = [
      ...['--tools', path.join(SET, 'tools.jsonl.gz'), '--queries', path.join(SET, 'queries.jsonl.gz')],
      ...['--unanswerable', path.join(DATA, 'unanswerable.jsonl'), '--related', 'off'],
    ];
    const first = evaluate(...measured, '--json');
    expect([await first.ended, first.stderr()]).toEqual([0, '']);
    const report = JSON.parse(first.stdout());
    expect(report).toMatchObject({
      tools: { searched: 527 },
      labelled: { asked: 90, leftOut: 0, unusedGold: [] },
      unanswerable: { asked: 50, silence: 1 },
    });
    expect(report.labelled.measures.recallAt5).toBeGreaterThan(0.3);
    await writeFile(path.join(root, 'baseline.json'), first.stdout());
    const second = evaluate(...measured, '--baseline', 'baseline.json', '--fail-on-drop', '0');
    expect([await second.ended, second.stderr()]).toEqual([0, '']);
    expect(second.stdout()).toContain('Since the baseline (the same tools)');
  });

  it('tells how far it is, and ends with 130 at Ctrl-C', async () => {
    const lines = gunzipSync(await readFile(path.join(DATA, 'gorilla-apizoo', 'tools.jsonl.gz'))).toString('utf8');
    const copies = [1, 2, 3, 4].map((copy) => lines.replaceAll('"source": "', `"source": "copy${copy}_`));
    await writeFile(path.join(root, 'many.jsonl'), copies.join(''));
    const program = evaluate('--self', '--tools', 'many.jsonl');
    await program.printed(/finding: \d+ % of 16,\d+ tools/);
    program.child.kill('SIGINT');
    expect([await program.ended, program.stdout()]).toEqual([130, '']);
  });
});
