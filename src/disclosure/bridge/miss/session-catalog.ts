import type { HiddenTool, Snapshot, SnapshotGroup } from '../../../registry/snapshot.ts';
import type { ToolDefinition } from '../../../registry/tool/tool.ts';
import { buildCatalog, type Catalog } from '../../catalog/catalog.ts';
import type { Deferral } from '../../policy/deferrable.ts';

/** All tools of a session's toolsets, whether they are deferred, listed directly, or can't be used now. */
export interface SessionCatalog {
  readonly catalog: Catalog;
  /** What stands in the way of a tool; absent for one that can be used. */
  obstacleTo(tool: ToolDefinition): HiddenTool | undefined;
}

/** One for every session: what is remembered of a source's tools hangs on it. */
const everyTool: Deferral = () => true;

/**
 * The catalogue as it would be, were everything within the session's toolsets behind the search. A tool outside of them is
 * not in it, and does not count in it. Indexes hang on the sources' own arrays, so nothing is indexed twice.
 */
export function buildSessionCatalog({
  groups,
  hidden,
  leftOut,
}: Pick<Snapshot, 'groups' | 'hidden' | 'leftOut'>): SessionCatalog {
  const within = [...hidden.filter(({ by }) => by !== 'toolset'), ...leftOut.flatMap((group) => group.hidden)];
  const obstacles = new Map(within.map((each) => [each.tool, each]));
  const widened = (definitions: readonly ToolDefinition[], usable: readonly boolean[]): SnapshotGroup => {
    const isWithin = definitions.map((tool, index) => usable[index] === true || obstacles.has(tool));
    return { definitions, usable: isWithin.includes(false) ? isWithin : 'all' };
  };
  const everything = [
    ...groups.map((group) => (group.usable === 'all' ? group : widened(group.definitions, group.usable))),
    ...leftOut.map(({ definitions }) => widened(definitions, [])),
  ];
  return {
    catalog: buildCatalog({ groups: everything }, everyTool),
    obstacleTo: (tool) => obstacles.get(tool),
  };
}
