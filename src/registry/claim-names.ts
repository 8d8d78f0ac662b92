import type { DroppedTool, SourceIdentity } from './source.ts';
import type { Tool } from './tool/tool.ts';

/** One source's wish: all its linted tools, in its order. */
export interface NameClaim {
  readonly identity: SourceIdentity;
  readonly tools: readonly Tool[];
}

/** What each claim came to, in the order of the claims. */
export interface ClaimedNames {
  readonly owners: ReadonlyMap<string, { readonly tool: Tool; readonly claim: number }>;
  readonly lost: readonly (readonly DroppedTool[])[];
}

/**
 * Gives each name to one tool. Claims come in the order of configuration, so who wins never depends on who arrived
 * first: the earlier source keeps a name, unless a later one may override; of two equal names in one source the first
 * counts. Every loser is named with the reason.
 */
export function claimNames(claims: readonly NameClaim[]): ClaimedNames {
  const owners = new Map<string, { tool: Tool; claim: number }>();
  const lost: DroppedTool[][] = claims.map(() => []);
  claims.forEach(({ identity, tools }, claim) => {
    for (const tool of tools) {
      const owner = owners.get(tool.name);
      if (owner === undefined) {
        owners.set(tool.name, { tool, claim });
      } else if (owner.claim === claim) {
        lost[claim]?.push({
          name: tool.source.toolName,
          reason: `the name ${tool.name} appears twice; the first counts`,
        });
      } else if (identity.mayOverride === true) {
        lost[owner.claim]?.push({ name: owner.tool.source.toolName, reason: `replaced by ${nameOf(identity)}` });
        owners.set(tool.name, { tool, claim });
      } else {
        const holder = claims[owner.claim]?.identity ?? identity;
        lost[claim]?.push({
          name: tool.source.toolName,
          reason: `the name ${tool.name} belongs to ${nameOf(holder)}; overriding it needs the operator's leave`,
        });
      }
    }
  });
  return { owners, lost };
}

function nameOf(identity: SourceIdentity): string {
  return `${identity.kind} "${identity.label}"`;
}
