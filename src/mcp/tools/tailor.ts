import type { JsonSchema } from '../../base/json.ts';
import { displayName } from '../../guard/display-name.ts';
import { publishedName } from '../../registry/tool/published-name.ts';
import type { ServerConfig, ToolOverride } from '../config.ts';
import { undeclared, withoutParameters } from './hidden-parameters.ts';

/** What of a tool its owner may change for models. */
export interface Shown {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A tool as it is shown, and what its override could not do, one sentence each. */
export interface Tailored {
  readonly shown: Shown;
  readonly warnings: readonly string[];
}

/** What a server's entry says of one of its tools, by the tool's own name. */
export function overrideOf({ tools }: Pick<ServerConfig, 'tools'>, toolName: string): ToolOverride | undefined {
  return tools !== undefined && Object.hasOwn(tools.override, toolName) ? tools.override[toolName] : undefined;
}

/** Makes of what a server says of a tool what models are shown. The own name stays for the wire. */
export function tailor(toolName: string, said: Omit<Shown, 'name'>, config: ServerConfig): Tailored {
  const name = publishedName(config.label, toolName);
  const override = overrideOf(config, toolName);
  if (override === undefined) return { shown: { name, ...said }, warnings: [] };
  const { hide } = override;
  const shown = {
    name: override.name ?? name,
    description: override.description ?? said.description,
    inputSchema: withoutParameters(said.inputSchema, hide),
  };
  const warnings = undeclared(said.inputSchema, hide).map(
    (parameter) => `${displayName(toolName)}: its schema declares no parameter ${displayName(parameter)} to be hidden`,
  );
  return { shown, warnings };
}
