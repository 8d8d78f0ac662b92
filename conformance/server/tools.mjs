import { PNG, WAV } from './media.mjs';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const nothing = { type: 'object', properties: {} };
const asking = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });

const DEFAULTS = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'Name', default: 'John Doe' },
    age: { type: 'integer', description: 'Age', default: 30 },
    score: { type: 'number', description: 'Score', default: 95.5 },
    status: { type: 'string', description: 'Status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verified', default: true },
  },
  required: [],
};

const titled = (word, label) =>
  ['1', '2', '3'].map((digit, at) => ({
    const: `${word}${digit}`,
    title: `${['First', 'Second', 'Third'][at]} ${label}`,
  }));

const ENUMS = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
  },
  required: [],
};

const elicit = async ({ ask }, message, requestedSchema, said) => {
  const { action, content } = await ask('elicitation/create', { message, requestedSchema });
  return text(`${said}: action=${action}, content=${JSON.stringify(content ?? {})}`);
};

/** What the suite calls, each with its `run(arguments, surroundings)`. */
export const TOOLS = [
  {
    name: 'test_simple_text',
    description: 'Answers with a text.',
    inputSchema: nothing,
    run: () => text('This is a simple text response for testing.'),
  },
  {
    name: 'test_image_content',
    description: 'Answers with an image.',
    inputSchema: nothing,
    run: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  },
  {
    name: 'test_audio_content',
    description: 'Answers with a sound.',
    inputSchema: nothing,
    run: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Answers with a resource.',
    inputSchema: nothing,
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Answers with several kinds of content.',
    inputSchema: nothing,
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: JSON.stringify({ test: 'data', value: 123 }),
          },
        },
      ],
    }),
  },
  {
    name: 'test_tool_with_logging',
    description: 'Logs as it goes.',
    inputSchema: nothing,
    async run(_args, { log, wait }) {
      await log('Tool execution started');
      await wait(50);
      await log('Tool processing data');
      await wait(50);
      await log('Tool execution completed');
      return text('Logged three times.');
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Tells how far it is.',
    inputSchema: nothing,
    async run(_args, { progress, wait }) {
      await progress(0);
      await wait(50);
      await progress(50);
      await wait(50);
      await progress(100);
      return text('Done.');
    },
  },
  {
    name: 'test_error_handling',
    description: 'Always fails.',
    inputSchema: nothing,
    run: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  {
    name: 'test_sampling',
    description: "Asks the client's model.",
    inputSchema: asking('prompt'),
    async run({ prompt }, { ask }) {
      const messages = [{ role: 'user', content: { type: 'text', text: prompt } }];
      const { content } = await ask('sampling/createMessage', { messages, maxTokens: 100 });
      return text(`LLM response: ${content?.text}`);
    },
  },
  {
    name: 'test_elicitation',
    description: 'Asks the user.',
    inputSchema: asking('message'),
    run: ({ message }, surroundings) => {
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      };
      const schema = { type: 'object', properties, required: ['username', 'email'] };
      return elicit(surroundings, message, schema, 'User response');
    },
  },
  {
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks the user, with defaults.',
    inputSchema: nothing,
    run: (_args, surroundings) => elicit(surroundings, 'Please look these over', DEFAULTS, 'Elicitation completed'),
  },
  {
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks the user to choose.',
    inputSchema: nothing,
    run: (_args, surroundings) => elicit(surroundings, 'Please choose', ENUMS, 'Elicitation completed'),
  },
  {
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: (args) => text(JSON.stringify(args)),
  },
  {
    name: 'test_header_param',
    description: 'Answers with its region, which the request also has in a header.',
    inputSchema: {
      type: 'object',
      properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
    run: ({ region }) => text(region),
  },
  {
    name: 'test_logging_tool',
    description: 'Logs, whoever listens.',
    inputSchema: nothing,
    async run(_args, { log }) {
      await log('Said unasked');
      return text('Logged once.');
    },
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Asks the user as it goes.',
    inputSchema: nothing,
    run: (_args, surroundings) => elicit(surroundings, 'Please choose', ENUMS, 'Elicitation completed'),
  },
  {
    name: 'test_reconnection',
    description: 'Answers, on whatever stream there is.',
    inputSchema: nothing,
    run: () => text('Answered.'),
  },
  {
    name: 'test_trigger_tool_change',
    description: 'Has one tool more, then one less.',
    inputSchema: nothing,
    run: (_args, { change }) => change('tools'),
  },
  {
    name: 'test_trigger_prompt_change',
    description: 'Has one prompt more, then one less.',
    inputSchema: nothing,
    run: (_args, { change }) => change('prompts'),
  },
];

/** What comes and goes. */
export const PASSING = {
  tools: { name: 'test_passing_tool', description: 'Is there at times.', inputSchema: nothing },
  prompts: { name: 'test_passing_prompt', description: 'Is there at times.' },
};
