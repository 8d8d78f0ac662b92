import type { ToolAnnotations } from '../../registry/tool/tool.ts';
import type { ExposedTool } from '../exposure.ts';
import type { ToolSearchConfig } from '../policy/config.ts';
import { CALL_SCHEMA } from './call-schema.ts';
import { DESCRIBE_SCHEMA } from './describe-schema.ts';
import { CALL_DESCRIPTION, DESCRIBE_DESCRIPTION, type Framing, searchDescription } from './framing.ts';
import { searchSchema } from './search-schema.ts';

/** Of `tool_search` and `tool_describe`: they change nothing. */
export const LOOKS_UP: ToolAnnotations = Object.freeze({ readOnly: true });

const DESCRIBE: ExposedTool = {
  name: 'tool_describe',
  description: DESCRIBE_DESCRIPTION,
  inputSchema: DESCRIBE_SCHEMA,
  annotations: LOOKS_UP,
};

const CALL: ExposedTool = { name: 'tool_call', description: CALL_DESCRIPTION, inputSchema: CALL_SCHEMA };

/** The bridge as a model is shown it. Only `tool_search` depends on the session. */
export function bridgeTools(framing: Framing, config: ToolSearchConfig): readonly ExposedTool[] {
  const search: ExposedTool = {
    name: 'tool_search',
    description: searchDescription(framing),
    inputSchema: searchSchema(config),
    annotations: LOOKS_UP,
  };
  return [search, DESCRIBE, CALL];
}
