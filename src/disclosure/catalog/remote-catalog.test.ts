import { expect, it } from 'vitest';
import { emptyRemoteCatalog } from './remote-catalog.ts';

it('finds nothing for each query and no name, without a failure', async () => {
  const { signal } = new AbortController();
  expect(await emptyRemoteCatalog.search(['send mail', 'list'], signal)).toEqual({ found: [[], []] });
  expect(await emptyRemoteCatalog.describe(['connectors__gmail__SEND'], signal)).toEqual({ found: new Map() });
});
