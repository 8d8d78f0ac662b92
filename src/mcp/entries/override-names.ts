import { isReservedName } from '../../registry/tool/bridge-names.ts';
import { isPublishable } from '../../registry/tool/published-name.ts';
import type { ServerFields, ToolOverride } from '../config.ts';
import type { KeyProblem } from './bad-value.ts';
import { memberPath } from './member-path.ts';

/** An entry without the names under which no tool can be shown, and what is wrong with each. Those tools keep their own. */
export function usableNames(
  fields: ServerFields,
  path: string,
): { readonly fields: ServerFields; readonly problems: readonly KeyProblem[] } {
  if (fields.tools === undefined) return { fields, problems: [] };
  const problems: KeyProblem[] = [];
  const override = Object.entries(fields.tools.override).map(
    ([toolName, { name, ...rest }]): [string, ToolOverride] => {
      const fault = name === undefined ? undefined : faultOf(name);
      if (name !== undefined && fault === undefined) return [toolName, { name, ...rest }];
      if (fault !== undefined)
        problems.push(unusableName(memberPath(path, 'tools', 'override', toolName, 'name'), fault));
      return [toolName, rest];
    },
  );
  return { fields: { ...fields, tools: { ...fields.tools, override: Object.fromEntries(override) } }, problems };
}

function faultOf(name: string): string | undefined {
  if (!isPublishable(name)) return 'is not 1 to 64 letters, digits, "_" and "-"';
  return isReservedName(name) ? 'is a name of the bridge' : undefined;
}

function unusableName(path: string, fault: string): KeyProblem {
  return {
    path,
    message: `${path} ${fault}; the tool keeps its own name`,
    remedy: 'write another name, such as name: create_issue',
  };
}
