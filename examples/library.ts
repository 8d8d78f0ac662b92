/**
 * The library in one page: your tools, one session, one turn, and the calls a model would send.
 *
 * Run it with `npx tsx examples/library.ts`.
 */
import { createRegistry, createSession, defineTool, renderResult } from 'callslip';
import { z } from 'zod';

const registry = createRegistry();

registry.register([
  defineTool({
    name: 'convert_currency',
    description: 'Converts an amount from one currency into another, at fixed sample rates.',
    input: z.object({ amount: z.number(), from: z.enum(['EUR', 'USD']), to: z.enum(['EUR', 'USD']) }),
    annotations: { readOnly: true },
    run: ({ amount, from, to }) => ({
      amount: from === to ? amount : amount * (from === 'EUR' ? 1.1 : 1 / 1.1),
      currency: to,
    }),
  }),
  defineTool({
    name: 'list_invoices',
    description: 'Lists the invoices of a customer, newest first.',
    input: z.object({ customer: z.string() }),
    run: ({ customer }) => ({ customer, invoices: ['2026-11', '2026-10'] }),
  }),
]);

const session = createSession({ registry, scope: { sessionId: 'example', surface: 'library' } });

// A turn: what to declare to the model. A handful of tools costs less declared outright; many cost less behind the bridge.
const { tools, bill } = await session.expose();
console.log('declared:', tools.map((tool) => tool.name).join(', '));
console.log('tokens:', bill.eager.tokens, 'eagerly,', bill.shown.tokens, 'now');
if (bill.eager.tokens <= bill.shown.tokens) {
  console.log('off is cheaper here: so few tools cost less declared than behind the bridge');
}

// The calls the model answers with. `tool_call` reaches the tool through every check.
const outcomes = await session.dispatch([
  { id: '1', name: 'tool_search', arguments: { queries: ['convert currency'] } },
  {
    id: '2',
    name: 'tool_call',
    arguments: { calls: [{ name: 'convert_currency', arguments: { amount: '20', from: 'EUR', to: 'USD' } }] },
  },
  {
    id: '3',
    name: 'tool_call',
    arguments: { calls: [{ name: 'convert_currency', arguments: { amount: 20, from: 'GBP', to: 'USD' } }] },
  },
]);

// What goes back to the model, matched by id.
for (const { id, name, status, result } of outcomes) console.log(`${id} ${name} ${status}: ${renderResult(result)}`);

await session.close();
