import { z } from 'zod';
import { shownValue, writtenMember } from '../base/config/config-warning.ts';
import type { JsonObject } from '../base/json.ts';
import {
  type ConnectorsConfig,
  connectorsFragment,
  type ToolSearchConfig,
  toolSearchFragment,
} from '../disclosure/policy/config.ts';
import { readToolSearchConfig } from '../disclosure/policy/config-forms.ts';
import { readConnectorsConfig } from '../disclosure/policy/connectors-forms.ts';
import { approvalsFragment, type DispatchConfig, dispatchFragment, readDispatchConfig } from '../dispatch/config.ts';
import { type ServerConfig, serverEntryFragment } from '../mcp/config.ts';
import type { LoadedConfig } from './load-config.ts';
import { mcpJsonFault } from './mcp-json-file.ts';
import { type DefaultScope, readScopeConfig } from './scope-config.ts';
import { type HeldBackServer, heldBackServers, readServers, trustRemedy } from './server-lists.ts';

/** Something in the configuration that can't be used as it is written. */
export interface ConfigProblem {
  /** `error`: something that was asked for is not there. `warning`: a default is used, or a key has no meaning. */
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly remedy?: string;
}

/** The configuration as it is used: every default filled in. */
export interface CallslipConfig {
  readonly toolSearch: ToolSearchConfig;
  readonly connectors: ConnectorsConfig;
  /** In the order in which they are written, each label once. */
  readonly servers: readonly ServerConfig[];
  /** A project's servers that do not count, because the project is not trusted. */
  readonly heldBack: readonly HeldBackServer[];
  readonly dispatch: DispatchConfig;
  readonly scope: DefaultScope;
  readonly problems: readonly ConfigProblem[];
}

/** The configuration file as it is best written, without the sections that doors add. */
export const configFragment: z.ZodObject = z.object({
  tools: z.object({ tool_search: toolSearchFragment, connectors: connectorsFragment }).partial().optional(),
  mcp_servers: z.record(z.string(), serverEntryFragment).optional().describe('Servers to connect, by label.'),
  mcp_json: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe('Further servers, in files as other clients write them; relative to this file.'),
  toolsets: z.array(z.string()).optional().describe('Toolsets a session is granted. Without it: all.'),
  agent: z
    .object({ disabled_toolsets: z.array(z.string()).describe('Toolsets taken away last, whatever grants them.') })
    .partial()
    .optional(),
  model: z
    .object({ context_length: z.int().min(1).describe("The model's context window in tokens.") })
    .partial()
    .optional(),
  dispatch: dispatchFragment.partial().optional(),
  approvals: approvalsFragment.partial().optional(),
});

/** Sections that a door reads for itself. */
const DOOR_SECTIONS: readonly string[] = ['gateway'];

/** Reads a loaded configuration. Never throws: whatever is wrong is a problem with a name, and costs only itself. */
export function readConfig(loaded: LoadedConfig): CallslipConfig {
  const { values } = loaded;
  const tools = toolsSection(values);
  const toolSearch = readToolSearchConfig(tools.section['tool_search']);
  const connectors = readConnectorsConfig(tools.section['connectors']);
  const dispatch = readDispatchConfig({ dispatch: values['dispatch'], approvals: values['approvals'] });
  const scope = readScopeConfig(values);
  const { servers, problems } = readServers(loaded);
  const warnings = [tools, toolSearch, connectors, dispatch, scope].flatMap((part) => part.warnings);
  return {
    toolSearch: toolSearch.config,
    connectors: connectors.config,
    servers,
    heldBack: heldBackServers(loaded),
    dispatch: dispatch.config,
    scope: scope.config,
    problems: [
      ...problems,
      ...mcpJsonProblem(values),
      ...[...unknownSections(values), ...warnings].map((message) => ({ severity: 'warning', message }) as const),
      ...trustProblem(loaded),
    ],
  };
}

function mcpJsonProblem(values: JsonObject): readonly ConfigProblem[] {
  const message = mcpJsonFault(values);
  return message === undefined
    ? []
    : [{ severity: 'error', message, remedy: 'write the path of a file, or a list of paths' }];
}

function toolsSection(values: JsonObject): { readonly section: JsonObject; readonly warnings: readonly string[] } {
  const written = writtenMember(values, 'tools');
  if (written === undefined) return { section: {}, warnings: [] };
  if (typeof written === 'object' && !Array.isArray(written)) return { section: written as JsonObject, warnings: [] };
  return { section: {}, warnings: [`tools is ${shownValue(written)}; expected a mapping; the defaults are used`] };
}

/** One sentence for all: who brings the configuration of another program has many. Values are not told. */
function unknownSections(values: JsonObject): readonly string[] {
  const known = [...Object.keys(configFragment.shape), ...DOOR_SECTIONS];
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  if (unknown.length === 0) return [];
  return [`unknown keys are ignored: ${unknown.join(', ')}; known are ${known.join(', ')}`];
}

function trustProblem({ project }: LoadedConfig): readonly ConfigProblem[] {
  if (project === undefined || project.trusted) return [];
  const message = `${project.folder} is not trusted, so what its configuration says of ${Object.keys(project.guarded).join(', ')} does not count`;
  return [{ severity: 'warning', message, remedy: trustRemedy(project) }];
}
