import { CallslipError } from '../../base/errors.ts';
import { publishable } from './published-name.ts';
import { readRecord } from './read-record.ts';
import type { Tool } from './tool.ts';

/** Runs a wrapped tool by the name it had in the array. */
export type RunByName = (name: string, ...rest: Parameters<Tool['execute']>) => ReturnType<Tool['execute']>;

/**
 * Wraps an array of tools that a program has already, whatever API it was written for. They are a host's own: they keep
 * their names and defer like a plugin's.
 *
 * @throws CallslipError `invalid-tool` naming the entry that can't be read.
 */
export function wrapRecords(entries: readonly unknown[], toolset: string, run: RunByName): readonly Tool[] {
  return entries.map((entry, index) => {
    const read = readRecord(entry);
    if (!read.ok) {
      const which = `entry ${index} ("${read.name}")`;
      throw new CallslipError('invalid-tool', `${which} of the tool array: ${read.reason}`, { data: { index } });
    }
    const { name, source: _source, wire: _wire, ...said } = read.record;
    return {
      ...said,
      name: publishable(name),
      toolset,
      source: { kind: 'plugin', label: toolset, toolName: name, provenance: 'live' },
      execute: (args, call) => run(name, args, call),
    } satisfies Tool;
  });
}
