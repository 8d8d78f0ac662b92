import { type ReadConfig, shownValue, writtenMember } from '../base/config/config-warning.ts';
import { lenientInteger } from '../base/config/lenient-number.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Scope } from '../registry/scope.ts';

/** What a session is granted unless its door grants less. */
export type DefaultScope = Pick<Scope, 'enabled' | 'disabled' | 'contextLength'>;

/**
 * Reads `toolsets`, `agent.disabled_toolsets` and `model.context_length`. Never throws. These are permissions: a list
 * of toolsets that can't be read grants nothing, and an item that can't be read is left out of a grant, but disables
 * everything where it stands among what is to be disabled.
 */
export function readScopeConfig(values: JsonObject): ReadConfig<DefaultScope> {
  const warnings: string[] = [];
  const enabled = readEnabled(writtenMember(values, 'toolsets'), warnings);
  const disabled = readDisabled(sectionOf(values, 'agent', warnings), warnings);
  const contextLength = readContextLength(sectionOf(values, 'model', warnings), warnings);
  return {
    config: {
      ...(enabled === undefined ? {} : { enabled }),
      ...(disabled === undefined ? {} : { disabled }),
      ...(contextLength === undefined ? {} : { contextLength }),
    },
    warnings,
  };
}

function sectionOf(values: JsonObject, key: string, warnings: string[]): JsonObject | undefined {
  const written = writtenMember(values, key);
  if (written === undefined) return {};
  if (isJsonObject(written)) return written;
  // A model may well be named by a plain text; its window is unknown then.
  if (key !== 'model') warnings.push(`${key} is ${shownValue(written)}; expected a mapping`);
  return undefined;
}

function readEnabled(written: unknown, warnings: string[]): readonly string[] | undefined {
  if (written === undefined) return undefined;
  if (typeof written === 'string') return [written];
  if (!Array.isArray(written)) {
    warnings.push(`toolsets is ${shownValue(written)}; expected a list of names; no toolset is granted`);
    return [];
  }
  const unusable = written.filter((name) => typeof name !== 'string');
  if (unusable.length > 0) {
    warnings.push(`toolsets holds ${unusable.map(shownValue).join(', ')}, which is no name and grants nothing`);
  }
  return written.filter((name): name is string => typeof name === 'string');
}

function readDisabled(agent: JsonObject | undefined, warnings: string[]): readonly string[] | undefined {
  const written = agent === undefined ? null : writtenMember(agent, 'disabled_toolsets');
  if (written === undefined) return undefined;
  if (typeof written === 'string') return [written];
  if (Array.isArray(written) && written.every((name): name is string => typeof name === 'string')) return written;
  warnings.push('agent.disabled_toolsets is no list of names; every toolset is disabled until it is corrected');
  return ['all'];
}

function readContextLength(model: JsonObject | undefined, warnings: string[]): number | undefined {
  const written = model === undefined ? undefined : writtenMember(model, 'context_length');
  if (written === undefined) return undefined;
  const read = lenientInteger(written);
  if (read !== undefined && read > 0) return read;
  warnings.push(`model.context_length is ${shownValue(written)}; it counts as unknown`);
  return undefined;
}
