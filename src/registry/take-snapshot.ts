import { concatenate } from '../base/concatenate.ts';
import { askGates, type GateAnswers, type GateContext } from './gate/ask-gates.ts';
import type { Gate } from './gate/gate.ts';
import { hiddenAsBuiltin, hiddenByGate, hiddenBySource, hiddenByToolset } from './hidden-reason.ts';
import type { Scope } from './scope.ts';
import type { HiddenTool, LeftOutGroup, Snapshot, SnapshotGroup, SnapshotSource } from './snapshot.ts';
import type { SourceReport } from './source.ts';
import type { SourceRow } from './source-table.ts';
import { resolveDescriptions } from './tool/resolve-description.ts';
import type { Tool, ToolDefinition } from './tool/tool.ts';
import { traitsOf } from './tool-traits.ts';
import { type Grant, resolveToolsets, type ToolsetCatalog } from './toolset/resolve-toolsets.ts';

/** What a snapshot is taken of. */
export interface SnapshotSubject {
  readonly rows: readonly SourceRow[];
  readonly toolsets: ToolsetCatalog;
  readonly gates: GateContext;
}

/** Collects what a session may use right now: toolsets granted, sources up, each gate asked once. Never throws. */
export async function takeSnapshot(scope: Scope, { rows, toolsets, gates }: SnapshotSubject): Promise<Snapshot> {
  const grant = resolveToolsets(scope, toolsets);
  const answers = await askGates(gatesOf(rows, grant), gates);
  const parts = rows.map((row) => takeGroup(row, scope, grant, answers));
  return {
    scope,
    tools: concatenate(parts.map((part) => part.tools)),
    groups: parts.map((part) => part.group),
    hidden: parts.flatMap((part) => part.hidden),
    leftOut: rows.flatMap((row) => leftOutGroup(row, grant)),
    sources: rows.map((row) => reportFor(row, grant)),
    warnings: [
      ...grant.unknown.map((name) => `there is no toolset "${name}"; naming it has no effect`),
      ...answers.warnings,
      ...parts.flatMap((part) => part.warnings),
    ],
  };
}

/** A count tells of tools, too: it is of those that are granted. */
function reportFor(row: SourceRow, grant: Grant): SnapshotSource {
  const { report, tools } = row;
  const granted = isGranted(row, grant);
  if (report.toolCount === undefined || grantsAll(tools, grant)) return { ...report, granted };
  return { ...report, toolCount: tools.filter(grant.allows).length, granted };
}

/** A source whose tools are not known yet counts by the toolset they will have. */
export function isGranted({ tools, report }: SourceRow, grant: Grant): boolean {
  const toolset = report.kind === 'mcp' ? `mcp-${report.label}` : report.label;
  return tools.some(grant.allows) || grant.allows({ name: '', toolset, source: report });
}

function gatesOf(rows: readonly SourceRow[], grant: Grant): ReadonlySet<Gate> {
  const gates = new Set<Gate>();
  for (const { tools } of rows) {
    for (const tool of traitsOf(tools).gated) if (tool.gate !== undefined && grant.allows(tool)) gates.add(tool.gate);
  }
  return gates;
}

interface SnapshotPart {
  readonly group: SnapshotGroup;
  readonly tools: readonly ToolDefinition[];
  readonly hidden: readonly HiddenTool[];
  readonly warnings: readonly string[];
}

function takeGroup(row: SourceRow, scope: Scope, grant: Grant, answers: GateAnswers): SnapshotPart {
  const { definitions, warnings } = resolveDescriptions(row.tools, { scope });
  if (isWhole(row, grant)) {
    return { group: { definitions, usable: 'all' }, tools: definitions, hidden: [], warnings };
  }
  const hidden: HiddenTool[] = [];
  const tools = definitions.filter((tool) => {
    const obstacle = whyHidden(tool, row, grant, answers);
    if (obstacle !== undefined) hidden.push(obstacle);
    return obstacle === undefined;
  });
  const usableTools = new Set(tools);
  const usable = hidden.length === 0 ? 'all' : definitions.map((tool) => usableTools.has(tool));
  return { group: { definitions, usable }, tools, hidden, warnings };
}

/** Gates and the source's state are no matter: whatever they say, the tool is not there. */
function leftOutGroup({ leftOut }: SourceRow, grant: Grant): readonly LeftOutGroup[] {
  const { definitions, hidden } = leftOut;
  if (definitions.length === 0) return [];
  if (grantsAll(definitions, grant)) return [leftOut];
  const granted = hidden.filter(({ tool }) => grant.allows(tool));
  return granted.length === 0 ? [] : [{ definitions, hidden: granted }];
}

/** Nothing can be in the way of any tool of the source: there is no need to look at each. */
function isWhole({ tools, report }: SourceRow, grant: Grant): boolean {
  return isUp(report) && traitsOf(tools).gated.length === 0 && grantsAll(tools, grant);
}

function grantsAll(tools: readonly Tool[], grant: Grant): boolean {
  const { toolsets, builtin } = traitsOf(tools);
  return [...toolsets].every((each) => grant.allowsAllOf(each, builtin));
}

function isUp({ state }: SourceReport): boolean {
  return state !== 'failed' && state !== 'disabled';
}

/** The first thing in the way of a tool, in the order: toolset, source, gate. */
export function whyHidden(
  tool: ToolDefinition,
  row: SourceRow,
  grant: Grant,
  answers: Pick<GateAnswers, 'verdict'>,
): HiddenTool | undefined {
  if (grant.withholdsBuiltin(tool)) return hiddenAsBuiltin(tool);
  if (!grant.allows(tool)) return hiddenByToolset(tool);
  if (!isUp(row.report)) return hiddenBySource(tool, row.report);
  if (tool.gate === undefined) return undefined;
  const verdict = answers.verdict(tool.gate);
  return verdict.ok ? undefined : hiddenByGate(tool, tool.gate, verdict);
}
