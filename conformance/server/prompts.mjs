import { PNG } from './media.mjs';

const said = (content) => ({ role: 'user', content });
const text = (value) => said({ type: 'text', text: value });
const wanted = (name, description) => ({ name, description, required: true });

/** What the suite gets, each with its `get(arguments)`. */
export const PROMPTS = [
  {
    name: 'test_simple_prompt',
    description: 'Says one thing.',
    get: () => [text('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'Says what it is told.',
    arguments: [wanted('arg1', 'First test argument'), wanted('arg2', 'Second test argument')],
    get: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Holds a resource.',
    arguments: [wanted('resourceUri', 'URI of the resource to embed')],
    get: ({ resourceUri }) => [
      said({
        type: 'resource',
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      text('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'Holds an image.',
    get: () => [said({ type: 'image', data: PNG, mimeType: 'image/png' }), text('Please analyze the image above.')],
  },
];
