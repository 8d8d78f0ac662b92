/**
 * What a client may put before its model about this server. The same for every client and at every time, because tools
 * come and go while the text, once given, stays.
 */
export const INSTRUCTIONS: string = [
  'This server stands in front of other servers and lists few of their tools. When `tool_search` is among its tools, there are',
  'more: its description tells which.',
  'To use one: (1) find it with `tool_search` (keywords, several queries at once), unless you know its exact name;',
  '(2) read its parameters with `tool_describe`; (3) run it with `tool_call`:',
  '{"calls":[{"name":"<exact name>","arguments":{…}}]}, one tool a call.',
  'Search before you say that something cannot be done. Tools that are listed are called directly.',
].join(' ');
