/** How one session's model is shown its tools, beyond what the policy says: its client may be of some kind. */
export interface View {
  /** Whether deferred tools are called with one tool, or with one for each kind of access. @default 'single' */
  readonly callTools?: 'single' | 'split';
  /** Characters that the client shows of a description; more would be cut. Absent: any number. */
  readonly descriptionLimit?: number;
}

/** What a model is told to call a deferred tool with. */
export function runWith({ callTools }: View): string {
  return callTools === 'split' ? 'the tool in its call_with' : 'tool_call';
}
