import type { ToolError } from '../../base/call/tool-error.ts';
import type { View } from '../../disclosure/view.ts';
import type { DispatchOptions } from '../../dispatch/session.ts';
import { accessOf, covers } from '../../registry/access.ts';
import { CALL_NAMES } from '../../registry/tool/bridge-names.ts';
import type { Access, ToolDefinition } from '../../registry/tool/tool.ts';

/** What a client's call is handed on as, and what is to be permitted of it; or why it is not handed on. */
export type CallPermission =
  | { readonly name: string; readonly permit?: NonNullable<DispatchOptions['permit']> }
  | { readonly refusal: ToolError };

/**
 * Reads the name a client calls. Where `tool_call` is split, each of its parts may run what needs as much access or less;
 * `tool_call` itself is not there, and a deferred tool is not called by its own name: either would go past what the
 * person at the client has allowed.
 */
export function callPermission(called: string, { callTools }: View): CallPermission {
  if (callTools !== 'split') return { name: called };
  if (called === 'tool_call') return { refusal: noSuchCallTool() };
  const held = (Object.keys(CALL_NAMES) as Access[]).find((access) => CALL_NAMES[access] === called);
  if (held === undefined) {
    return {
      name: called,
      permit: ({ tool, via, isDeferred, isNested }) =>
        !isNested && (isDeferred || via !== undefined) ? needsCallTool(tool) : undefined,
    };
  }
  return {
    name: 'tool_call',
    permit: ({ tool }) => (covers(held, accessOf(tool)) ? undefined : wrongCallTool(called, tool)),
  };
}

function noSuchCallTool(): ToolError {
  const names = Object.values(CALL_NAMES);
  return {
    code: 'unknown-tool',
    message: `tool_call is not a known tool name here; deferred tools are called with ${names.join(', ')}`,
    hint: 'tool_search and tool_describe name the right one for each tool in call_with',
  };
}

function needsCallTool(tool: ToolDefinition): ToolError {
  const callWith = CALL_NAMES[accessOf(tool)];
  return {
    code: 'wrong-call-tool',
    message: `${tool.name} is a deferred tool and is not called by its own name; it was not run`,
    hint: `call it with ${callWith}`,
    data: { call_with: callWith },
  };
}

function wrongCallTool(called: string, tool: ToolDefinition): ToolError {
  const access = accessOf(tool);
  return {
    code: 'wrong-call-tool',
    message: `${tool.name} may not be called with ${called}, as its access is "${access}"; it was not run`,
    hint: `call it with ${CALL_NAMES[access]} and the same arguments`,
    data: { call_with: CALL_NAMES[access] },
  };
}
