import { variablesIn } from '../../setup/config/env-file.ts';
import type { LeftServer, MovedServer, MovePlan } from '../../setup/plan/move-plan.ts';

/** What a move does, or would do, as `--json` prints it. */
export interface MoveReport {
  readonly dryRun: boolean;
  readonly moved: readonly MovedServer[];
  readonly left: readonly LeftServer[];
  readonly remarks: MovePlan['remarks'];
  /** The files that change. */
  readonly files: readonly string[];
  /** Where the files are kept as they were. */
  readonly backup?: string;
}

/** The report of a plan. */
export function moveReport(plan: MovePlan, how: { readonly dryRun: boolean; readonly backup?: string }): MoveReport {
  const { moved, left, remarks, changes } = plan;
  return { ...how, moved, left, remarks, files: changes.map(({ file }) => file) };
}

/** Values of variables that a plan writes or finds: secrets, wherever they show. */
export function secretsOf({ changes }: Pick<MovePlan, 'changes'>): readonly string[] {
  return changes
    .filter(({ undo }) => undo.kind === 'variables')
    .flatMap(({ after }) => [...variablesIn(after.toString('utf8')).values()]);
}
