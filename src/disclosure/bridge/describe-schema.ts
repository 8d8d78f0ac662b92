import type { JsonSchema } from '../../base/json.ts';

/** Most names of one `tool_describe`. */
export const MAX_NAMES = 10;

/** What `tool_describe` takes. */
export const DESCRIBE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    names: {
      type: 'array',
      items: { type: 'string' },
      description: `1 to ${MAX_NAMES} exact tool names. A single string is accepted as one name.`,
    },
  },
  required: ['names'],
};
