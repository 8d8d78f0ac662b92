import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

const CAPABILITY_OF: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

/** A question that the client did not declare to answer, as an error for a server of 2025. */
export class UndeclaredError extends ProtocolError {
  /** What it would have had to declare. */
  readonly needs: JsonObject;

  constructor(code: ProtocolErrorCode, message: string, needs: JsonObject) {
    super(code, message);
    this.needs = needs;
  }
}

/** What a client declares that answers this, each as empty as it may be; empty for what nobody answers. */
export function neededFor(method: string): JsonObject {
  const name = CAPABILITY_OF.get(method);
  return name === undefined ? {} : { [name]: {} };
}

/**
 * Why a client that declared these capabilities must not be asked this; nothing when it may be. An empty `elicitation`
 * means forms, as it did before there was anything else.
 */
export function undeclared(method: string, params: JsonObject, capabilities: JsonObject): UndeclaredError | undefined {
  const name = CAPABILITY_OF.get(method);
  const declared = name === undefined ? undefined : capabilities[name];
  if (name === undefined || declared === undefined || declared === null) {
    const why = name === undefined ? 'it is not known here' : `the client did not declare ${name}`;
    const message = `${method} can't be answered: ${why}`;
    return new UndeclaredError(ProtocolErrorCode.MethodNotFound, message, neededFor(method));
  }
  const missing = missingPart(name, params, isJsonObject(declared) ? declared : {});
  if (missing === undefined) return undefined;
  const message = `${method} can't be answered: the client did not declare ${name}.${missing}`;
  return new UndeclaredError(ProtocolErrorCode.InvalidParams, message, { [name]: { [missing]: {} } });
}

function missingPart(name: string, params: JsonObject, declared: JsonObject): string | undefined {
  if (name === 'elicitation') {
    if (params.mode === 'url') return declared.url === undefined ? 'url' : undefined;
    return declared.url !== undefined && declared.form === undefined ? 'form' : undefined;
  }
  const hasTools = params.tools !== undefined || params.toolChoice !== undefined;
  return name === 'sampling' && hasTools && declared.tools === undefined ? 'tools' : undefined;
}
