import type { Progress } from '../base/call/call-context.ts';
import type { CallOutcome } from '../base/call/tool-call.ts';
import type { JsonObject } from '../base/json.ts';

/** What a session says of its work while it does it. Tools appear under their real names. */
export type SessionEvent =
  | {
      readonly type: 'tool-call';
      readonly phase: 'start';
      readonly callId: string;
      readonly name: string;
      readonly via?: 'tool_call';
      /** The arguments that run, after repair, coercion and hooks. */
      readonly arguments: JsonObject;
    }
  | {
      readonly type: 'tool-call';
      readonly phase: 'progress';
      readonly callId: string;
      readonly name: string;
      readonly progress: Progress;
    }
  | {
      readonly type: 'tool-call';
      readonly phase: 'end';
      readonly callId: string;
      readonly name: string;
      readonly outcome: CallOutcome;
    }
  | {
      readonly type: 'approval-request';
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
      readonly digest: string;
    }
  | {
      readonly type: 'approval-answer';
      readonly callId: string;
      readonly name: string;
      readonly allowed: boolean;
      readonly reason?: string;
    }
  | { readonly type: 'warning'; readonly message: string };
