import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { RequestContext } from '../client/client-side.ts';
import { subscriptionMethods } from './subscription-methods.ts';

/** The methods of one client, over resources that all may be watched. */
function open() {
  const watched: string[] = [];
  const methods = new Map(
    subscriptionMethods({
      add: async (uri) => {
        watched.push(uri);
        return () => watched.splice(watched.indexOf(uri), 1);
      },
      close: () => {},
    }),
  );
  const ask = async (method: string, params: JsonObject) => methods.get(method)?.(params, {} as RequestContext);
  return {
    watched,
    subscribe: (uri: string) => ask('resources/subscribe', { uri }),
    unsubscribe: (uri: string) => ask('resources/unsubscribe', { uri }),
  };
}

describe('the subscriptions of a client', () => {
  it('are one for each resource, however often it asks', async () => {
    const { watched, subscribe, unsubscribe } = open();
    await Promise.all([subscribe('x://1'), subscribe('x://1')]);
    expect(watched).toEqual(['x://1']);
    await unsubscribe('x://1');
    await unsubscribe('x://1');
    expect(watched).toEqual([]);
  });

  it('are no more than 1,000, and one that ends makes room for another', async () => {
    const { watched, subscribe, unsubscribe } = open();
    for (let index = 0; index < 1_000; index++) await subscribe(`x://${index}`);
    await expect(subscribe('x://more')).rejects.toMatchObject({
      message: expect.stringContaining('1000 subscriptions'),
    });
    await subscribe('x://0');
    expect(watched).toHaveLength(1_000);
    await unsubscribe('x://0');
    await subscribe('x://more');
    expect(watched.at(-1)).toBe('x://more');
  });
});
