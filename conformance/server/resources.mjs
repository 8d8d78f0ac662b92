import { ProtocolError } from '@modelcontextprotocol/server';
import { PNG } from './media.mjs';

const STATIC_TEXT = 'This is the content of the static text resource.';

/** What the suite lists and reads, each with its `content`. */
export const RESOURCES = [
  {
    uri: 'test://static-text',
    name: 'Static text',
    description: 'A text that stays.',
    mimeType: 'text/plain',
    content: { text: STATIC_TEXT },
  },
  {
    uri: 'test://static-binary',
    name: 'Static image',
    description: 'An image that stays.',
    mimeType: 'image/png',
    content: { blob: PNG },
  },
  {
    uri: 'test://watched-resource',
    name: 'Watched',
    description: 'A text to subscribe to.',
    mimeType: 'text/plain',
    content: { text: 'Watched.' },
  },
];

export const TEMPLATES = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Data by id',
    description: 'Data for an id.',
    mimeType: 'application/json',
  },
];

/** The content at an address. */
export function readResource(uri) {
  const found = RESOURCES.find((resource) => resource.uri === uri);
  if (found !== undefined) return { uri, mimeType: found.mimeType, ...found.content };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(-32002, 'Resource not found', { uri });
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text };
}
