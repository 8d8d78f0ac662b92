import type { Suite } from '../report.ts';
import { retrievalAims } from '../retrieval/aims.ts';
import { chineseProbe } from '../retrieval/chinese-probe.ts';
import { contenders } from '../retrieval/contenders.ts';
import { keywordProbe } from '../retrieval/keyword-probe.ts';
import { labelledHalves, labelledProbe } from '../retrieval/labelled-probe.ts';
import { runProbes } from '../retrieval/probe.ts';
import { sentenceProbe } from '../retrieval/sentence-probe.ts';
import { silenceProbe } from '../retrieval/silence-probe.ts';

/** Queries of one set at most: of a half that is measured, of one that settings are chosen on, of a pair of domains. */
const MOST = { measured: 1_000, training: 250, pair: 200 };
const MOST_QUICK = { measured: 60, training: 20, pair: 30 };

/** Whether the right tools are found, and nothing where nothing is right: our tiers beside lexical rankers. */
export const retrieval: Suite = {
  name: 'retrieval',
  title: 'Retrieval: the right tools, and silence',
  async run({ quick, half, progress }) {
    const most = quick ? MOST_QUICK : MOST;
    const taking = await contenders(await labelledHalves('training', most.training), progress);
    const probes = [
      labelledProbe(await labelledHalves(half, most.measured)),
      await keywordProbe(),
      await silenceProbe(half, most.pair),
      await sentenceProbe(half),
      await chineseProbe(),
    ];
    const board = await runProbes(probes, taking.all, progress);
    const names = taking.all.map(({ name }) => name);
    return {
      rows: [],
      tables: [
        {
          title: `Shares and means, ${half} halves`,
          head: ['measured', ...names],
          body: [...board].map(([row, figures]) => [row, ...names.map((name) => figures.get(name) ?? Number.NaN)]),
          decimals: 3,
        },
        {
          title: 'Settings chosen on training halves',
          head: ['contender', 'settings'],
          body: taking.tuned.map(({ name, settings }) => [
            name,
            Object.entries(settings)
              .map(([setting, value]) => `${setting} ${value}`)
              .join(', '),
          ]),
        },
      ],
      aims: retrievalAims(board, taking),
    };
  },
};
