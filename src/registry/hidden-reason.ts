import type { Gate, GateVerdict } from './gate/gate.ts';
import type { HiddenTool } from './snapshot.ts';
import type { LeftOutTool, SourceReport } from './source.ts';
import type { ToolDefinition } from './tool/tool.ts';

/** Not granted to the session, or taken away from it. */
export function hiddenByToolset(tool: ToolDefinition): HiddenTool {
  return {
    tool,
    by: 'toolset',
    reason: `the session does not have the toolset ${tool.toolset}`,
    remedy: `grant the toolset ${tool.toolset}, and do not disable it`,
  };
}

/** Built in, and so offered through a gateway only where its toolset is named. */
export function hiddenAsBuiltin(tool: ToolDefinition): HiddenTool {
  return {
    tool,
    by: 'toolset',
    reason: `built-in tools of the toolset ${tool.toolset} are not offered here`,
    remedy: `gateway.toolsets does not name ${tool.toolset}; add it`,
  };
}

/** Its source has failed, or is switched off. */
export function hiddenBySource(tool: ToolDefinition, source: SourceReport): HiddenTool {
  const state = source.state === 'disabled' ? 'is switched off' : 'is not running';
  return {
    tool,
    by: 'source',
    reason: `${source.label} ${state}${source.reason === undefined ? '' : `: ${source.reason}`}`,
    ...(source.remedy === undefined ? {} : { remedy: source.remedy }),
    ...(source.isRetried === true ? { isPassing: true } : {}),
  };
}

/** Its gate says no. */
export function hiddenByGate(tool: ToolDefinition, gate: Gate, verdict: GateVerdict): HiddenTool {
  return {
    tool,
    by: 'gate',
    reason: verdict.reason ?? `its gate "${gate.name}" says no`,
    ...(verdict.remedy === undefined ? {} : { remedy: verdict.remedy }),
  };
}

/** Its source's entry leaves it out. */
export function hiddenByConfig(tool: ToolDefinition, { reason, remedy }: LeftOutTool): HiddenTool {
  return { tool, by: 'config', reason, remedy };
}
