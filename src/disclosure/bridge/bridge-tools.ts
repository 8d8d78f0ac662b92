import { CALL_NAMES } from '../../registry/tool/bridge-names.ts';
import type { Access, ToolAnnotations } from '../../registry/tool/tool.ts';
import type { ExposedTool } from '../exposure.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import type { View } from '../view.ts';
import { CALL_SCHEMA } from './call-schema.ts';
import { DESCRIBE_SCHEMA } from './describe-schema.ts';
import { callWords, describeWords, type Framing, searchDescription } from './framing.ts';
import { searchSchema } from './search-schema.ts';

/** Of `tool_search` and `tool_describe`: they change nothing. */
export const LOOKS_UP: ToolAnnotations = Object.freeze({ readOnly: true });

const DESCRIBE = describeTool({});
const SPLIT_DESCRIBE = describeTool({ callTools: 'split' });
const CALL: ExposedTool = { name: 'tool_call', description: callWords('tool_call'), inputSchema: CALL_SCHEMA };

const SPLIT_CALLS: readonly ExposedTool[] = [
  callTool('read', 'Call a tool that only reads', { readOnly: true }),
  callTool('write', 'Call a tool that may change things', { readOnly: false, destructive: false }),
  callTool('destructive', 'Call a tool that may delete or overwrite', { readOnly: false, destructive: true }),
];

/** The bridge as a model is shown it. Only `tool_search` depends on more than the view. */
export function bridgeTools(framing: Framing, config: ToolSearchConfig): readonly ExposedTool[] {
  const isSplit = framing.view?.callTools === 'split';
  const search: ExposedTool = {
    name: 'tool_search',
    description: searchDescription(framing),
    inputSchema: searchSchema(config),
    annotations: LOOKS_UP,
  };
  return isSplit ? [search, SPLIT_DESCRIBE, ...SPLIT_CALLS] : [search, DESCRIBE, CALL];
}

function describeTool(view: View): ExposedTool {
  return {
    name: 'tool_describe',
    description: describeWords(view),
    inputSchema: DESCRIBE_SCHEMA,
    annotations: LOOKS_UP,
  };
}

function callTool(access: Access, title: string, annotations: ToolAnnotations): ExposedTool {
  const name = CALL_NAMES[access];
  return { name, title, description: callWords(name, access), inputSchema: CALL_SCHEMA, annotations };
}
