import { expect, it } from 'vitest';
import { honourNullable } from './nullable.ts';

it.each([
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [{ type: ['string', 'null'], nullable: true }, { type: ['string', 'null'] }],
  [{ $ref: '#/$defs/a', nullable: true }, { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] }],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [
    { type: 'string', nullable: 'yes' },
    { type: 'string', nullable: 'yes' },
  ],
])('%j is %j', (schema, expected) => {
  expect(honourNullable(schema)).toEqual(expected);
});

it('touches no literal and no schema inside', () => {
  const schema = {
    type: 'object',
    enum: [{ nullable: true }],
    default: { nullable: true },
    properties: { nullable: {} },
  };
  expect(honourNullable(schema)).toBe(schema);
});
