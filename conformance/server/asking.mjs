import { inputRequired } from '@modelcontextprotocol/server';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const nothing = { type: 'object', properties: {} };

const form = (message, name, type = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type } }, required: [name] },
  });
const think = (say, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: say } }], maxTokens });
const whoAreYou = () => form('What is your name?', 'name');

/** Asks for what is still missing of these, then answers. */
const untilKnown =
  (questions, answer, requestState) =>
  (_args, { answers, ask }) => {
    const open = Object.entries(questions).filter(([key]) => answers[key] === undefined);
    return open.length === 0 ? answer(answers) : ask(Object.fromEntries(open), requestState);
  };

const tool = (name, description, run) => ({ name, description, inputSchema: nothing, run });

/** What the suite calls to be asked something back, each with its `run(arguments, surroundings)`. */
export const ASKING_TOOLS = [
  tool(
    'test_input_required_result_elicitation',
    'Asks the user.',
    untilKnown({ user_name: whoAreYou() }, ({ user_name }) => text(`Hello, ${user_name.content?.name}!`)),
  ),
  tool(
    'test_input_required_result_sampling',
    'Asks the model.',
    untilKnown({ capital_question: think('What is the capital of France?', 100) }, ({ capital_question }) =>
      text(`${capital_question.content?.text}`),
    ),
  ),
  tool(
    'test_input_required_result_list_roots',
    'Asks for roots.',
    untilKnown({ client_roots: inputRequired.listRoots() }, ({ client_roots }) =>
      text(client_roots.roots.map(({ uri }) => uri).join(', ')),
    ),
  ),
  tool(
    'test_input_required_result_request_state',
    'Asks, and wants its state back.',
    (_args, { answers, state, ask }) => {
      if (answers.confirm === undefined)
        return ask({ confirm: form('Please confirm', 'ok', 'boolean') }, 'to-be-confirmed');
      return text(state === 'to-be-confirmed' ? 'state-ok' : 'the state is not what it was');
    },
  ),
  tool(
    'test_input_required_result_multiple_inputs',
    'Asks everybody.',
    untilKnown(
      { user_name: whoAreYou(), greeting: think('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
      ({ user_name, greeting }) => text(`${greeting.content?.text}, ${user_name.content?.name}`),
      'everybody-asked',
    ),
  ),
  tool('test_input_required_result_multi_round', 'Asks twice.', (_args, { answers, state, ask }) => {
    if (state === undefined) return ask({ step1: form('Step 1: What is your name?', 'name') }, 'round-1');
    if (state !== 'round-1') return text(`${state.slice(8)} likes ${answers.step2?.content?.color}`);
    const question = form('Step 2: What is your favorite color?', 'color');
    return ask({ step2: question }, `round-2:${answers.step1?.content?.name}`);
  }),
  tool(
    'test_input_required_result_tampered_state',
    'Asks, with a state to be tampered with.',
    untilKnown({ confirm: form('Please confirm', 'ok', 'boolean') }, () => text('confirmed'), 'untouched'),
  ),
  tool(
    'test_input_required_result_capabilities',
    'Asks only what the client can answer.',
    (args, { capabilities, ...rest }) => {
      const questions = {
        ...(capabilities.elicitation === undefined ? {} : { user_name: whoAreYou() }),
        ...(capabilities.sampling === undefined ? {} : { greeting: think('Generate a greeting', 50) }),
      };
      return untilKnown(questions, () => text('everything is known'))(args, rest);
    },
  ),
  tool(
    'test_missing_capability',
    'Needs a model.',
    untilKnown({ thought: think('Say something', 10) }, ({ thought }) => text(`${thought.content?.text}`)),
  ),
];

/** The prompt that has to be asked for twice, with its `get(arguments, surroundings)`. */
export const ASKING_PROMPTS = [
  {
    name: 'test_input_required_result_prompt',
    description: 'Asks the user what it should be about.',
    get: untilKnown({ user_context: form('What context should the prompt use?', 'context') }, ({ user_context }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Think of ${user_context.content?.context}.` } }],
    })),
  },
];
