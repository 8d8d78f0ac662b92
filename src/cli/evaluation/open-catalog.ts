import { buildCatalog, type Catalog } from '../../disclosure/catalog/catalog.ts';
import type { Related } from '../../disclosure/policy/config.ts';
import { createPolicy } from '../../disclosure/policy/policy.ts';
import type { Snapshot } from '../../registry/snapshot.ts';
import type { ToolDefinition } from '../../registry/tool/tool.ts';
import type { Runtime } from '../../runtime/create-runtime.ts';
import type { CommandContext, SharedOptions } from '../program/command.ts';
import { CommandError, EXIT } from '../program/exit-code.ts';
import { NO_SERVER } from '../render/servers.ts';
import { connect } from '../session/connect.ts';
import { openSession } from '../session/open-runtime.ts';

/** What `tool_search` would search now, and what beside it there is. */
export interface OpenCatalog {
  readonly catalog: Catalog;
  /** Tools that are declared to the model, and so never searched. */
  readonly listed: readonly ToolDefinition[];
  readonly snapshot: Snapshot;
  /** How many tools a query is answered with where a model names no number. */
  readonly top: number;
  /** Whether related tools are asked for, as configured. */
  readonly related: Related;
}

/**
 * Waits for the servers, and takes the catalogue that a session of the command line has.
 *
 * @throws CommandError when there is nothing to search, with the reason.
 */
export async function openCatalog(
  runtime: Runtime,
  context: CommandContext,
  options: SharedOptions,
): Promise<OpenCatalog> {
  await connect(runtime, context);
  const { toolSearch } = runtime.config;
  if (toolSearch.enabled === 'off') {
    throw new CommandError(EXIT.usage, 'tools.tool_search.enabled is off, so that nothing is searched; set it to auto');
  }
  const { isDeferred } = createPolicy({ toolSearch, core: runtime.registry.core });
  const snapshot = await openSession(runtime).snapshot();
  const catalog = buildCatalog(snapshot, isDeferred);
  const listed = snapshot.tools.filter((tool) => !isDeferred(tool));
  if (catalog.tools.length === 0) throw nothingToSearch(runtime, options, listed.length);
  return { catalog, listed, snapshot, top: toolSearch.searchDefaultLimit, related: toolSearch.related };
}

function nothingToSearch(runtime: Runtime, { tools: file }: SharedOptions, listed: number): CommandError {
  if (listed > 0) {
    return new CommandError(
      EXIT.usage,
      'every tool is listed directly, so that nothing is searched; see callslip tools',
    );
  }
  if (file !== undefined)
    return new CommandError(EXIT.usage, `${file}: none of its entries is a tool; see callslip tools`);
  if (runtime.servers().length === 0) return new CommandError(EXIT.usage, NO_SERVER);
  return new CommandError(EXIT.failed, 'no server has a tool to search; callslip doctor tells why');
}
