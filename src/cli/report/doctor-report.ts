import { sourceLabel } from '../../disclosure/catalog/source-label.ts';
import type { Exposure } from '../../disclosure/exposure.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { ConfigProblem } from '../../runtime/config.ts';
import type { Runtime, ServerStatus } from '../../runtime/create-runtime.ts';
import { publishSchema } from '../../schema/publish.ts';
import { prepareSchema } from '../../schema/validate.ts';
import type { ClientView } from './client-view.ts';

/** One tool, and whether a model meets it. */
interface ToolDiagnosis {
  readonly name: string;
  readonly source: string;
  /** `visible`: declared. `deferred`: found with tool_search. `hidden`: can't be used now. `left-out`: not registered. */
  readonly status: 'visible' | 'deferred' | 'hidden' | 'left-out';
  readonly reason?: string;
  readonly remedy?: string;
}

/** The state of everything. */
export interface DoctorReport {
  readonly home: string;
  readonly configFiles: readonly string[];
  readonly problems: readonly ConfigProblem[];
  readonly servers: readonly ServerStatus[];
  readonly tools: readonly ToolDiagnosis[];
  readonly warnings: readonly string[];
  readonly clients: readonly ClientView[];
}

/** Gathers the state of every server and every tool: what is registered, and what a source offered and lost. */
export function doctorReport(
  runtime: Runtime,
  problems: readonly ConfigProblem[],
  clients: readonly ClientView[],
  { snapshot, exposure }: { readonly snapshot: Snapshot; readonly exposure: Exposure },
): DoctorReport {
  const deferred = new Set(exposure.deferred);
  const usable = snapshot.tools.map((tool): ToolDiagnosis => {
    const status = deferred.has(tool) ? 'deferred' : 'visible';
    return { name: tool.name, source: sourceLabel(tool), status };
  });
  const hidden = snapshot.hidden.map(
    ({ tool, reason, remedy }): ToolDiagnosis => ({
      name: tool.name,
      source: sourceLabel(tool),
      status: 'hidden',
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    }),
  );
  const leftOut = snapshot.sources.flatMap(({ label, dropped }) =>
    dropped.map(({ name, reason }): ToolDiagnosis => ({ name, source: label || 'other', status: 'left-out', reason })),
  );
  return {
    home: runtime.loaded.home.folder,
    configFiles: runtime.loaded.files,
    problems,
    servers: runtime.servers(),
    tools: [...usable, ...hidden, ...leftOut],
    warnings: [
      ...snapshot.sources.flatMap(({ label, warnings }) =>
        warnings.map((warning) => `${label || 'other'}: ${warning}`),
      ),
      ...snapshot.tools.flatMap(schemaWarnings),
      ...exposure.warnings,
    ],
    clients,
  };
}

/** What of a tool's schema is not checked, and what is told to clients otherwise than its owner wrote it. */
function schemaWarnings({ name, inputSchema }: ToolDefinition): readonly string[] {
  const warnings = [...prepareSchema(inputSchema).warnings, ...publishSchema(inputSchema, 'mcp').warnings];
  return [...new Set(warnings)].map((warning) => `${name}: ${warning}`);
}
