import type { JsonSchema } from '../../base/json.ts';

/**
 * What `tool_call` takes. `arguments` is open in so many words: with a bare `type: object`, providers that decode by
 * grammar can only write `{}`.
 */
export const CALL_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Exact tool name.' },
          arguments: {
            type: 'object',
            additionalProperties: true,
            description: "The tool's arguments, in the shape tool_describe gave.",
          },
        },
        required: ['name', 'arguments'],
      },
      description: 'One entry for each call. A local tool: exactly one entry.',
    },
  },
  required: ['calls'],
};
