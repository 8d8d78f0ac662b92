import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

const CAPABILITY_OF: ReadonlyMap<string, string> = new Map([
  ['elicitation/create', 'elicitation'],
  ['sampling/createMessage', 'sampling'],
  ['roots/list', 'roots'],
]);

/**
 * Why a client that declared these capabilities must not be asked this; nothing when it may be. An empty `elicitation`
 * means forms, as it did before there was anything else.
 */
export function undeclared(method: string, params: JsonObject, capabilities: JsonObject): ProtocolError | undefined {
  const name = CAPABILITY_OF.get(method);
  const declared = name === undefined ? undefined : capabilities[name];
  if (name === undefined || declared === undefined || declared === null) {
    const why = name === undefined ? 'it is not known here' : `the client did not declare ${name}`;
    return new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} can't be answered: ${why}`);
  }
  const missing = missingPart(name, params, isJsonObject(declared) ? declared : {});
  if (missing === undefined) return undefined;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${method} can't be answered: the client did not declare ${missing}`,
  );
}

function missingPart(name: string, params: JsonObject, declared: JsonObject): string | undefined {
  if (name === 'elicitation') {
    if (params.mode === 'url') return declared.url === undefined ? 'elicitation.url' : undefined;
    return declared.url !== undefined && declared.form === undefined ? 'elicitation.form' : undefined;
  }
  const hasTools = params.tools !== undefined || params.toolChoice !== undefined;
  return name === 'sampling' && hasTools && declared.tools === undefined ? 'sampling.tools' : undefined;
}
