import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { learnVectors } from './learn-vectors.ts';
import { packVectors } from './pack-vectors.ts';
import { openEmbeddings } from './word-embeddings.ts';

const USAGE = 'Usage: npx tsx scripts/vocabulary/make-vectors.ts --packages FOLDER [--without SET]... [--output FILE]';

const NOTICE = `/**
 * Vectors of English stems, so that a request finds tools that are described in other words. Read by \`vectors.ts\`, made
 * by \`scripts/vocabulary/make-vectors.ts\`: do not edit.
 *
 * Learned from the tool descriptions in \`bench/data\`, on top of the Universal Sentence Encoder Lite (Google, Apache
 * License 2.0) and GloVe (Stanford, Public Domain Dedication and License 1.0).
 */
`;

/** Makes the table of vectors and writes it as a module. The same inputs give the same bytes. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      packages: { type: 'string' },
      without: { type: 'string', multiple: true, default: [] },
      output: { type: 'string', default: 'src/disclosure/related/vocabulary/vectors.data.ts' },
    },
  });
  const { packages, without, output } = values;
  if (packages === undefined) throw new Error(USAGE);
  const vectors = await learnVectors(await openEmbeddings(packages), without);
  const { DIMENSIONS, SCALE, ...texts } = packVectors(vectors);
  const exports = [
    `export const DIMENSIONS: number = ${DIMENSIONS};`,
    `export const SCALE: number = ${SCALE};`,
    ...Object.entries(texts).map(([name, text]) => `export const ${name}: string =\n  '${text}';`),
  ];
  const module = `${NOTICE}${exports.join('\n')}\n`;
  writeFileSync(output, module);
  console.log(`${output}: ${vectors.length} stems, ${Math.round(module.length / 1000)} kB`);
}

await main();
