import type { z } from 'zod';
import { displayName } from '../../guard/display-name.ts';
import type { ServerFields } from '../config.ts';
import { memberPath } from './member-path.ts';

/** What is wrong with one key of an entry, and what to do. */
export interface KeyProblem {
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

const EXAMPLES: Readonly<Record<keyof ServerFields, string>> = {
  command: 'write the program alone, such as command: npx',
  args: 'write a list of texts, such as args: [-y, some-server]',
  env: 'write texts under names, such as env: { LOG_LEVEL: debug }',
  cwd: 'write the path of a folder',
  url: 'write it as https://host/path',
  headers: 'write texts under names, such as headers: { Accept-Language: en }',
  enabled: 'write true or false',
  start_timeout: 'write seconds, more than 0 and up to 86400',
  call_timeout: 'write seconds, more than 0 and up to 86400',
  supports_parallel_tool_calls: 'write true or false',
  always_load: 'write true, false, or a list of tool names',
  trust_annotations: 'write true or false',
  type: 'write stdio, http or sse',
  protocol: 'write auto, 2025 or 2026',
  max_call_timeout: 'write seconds, more than 0 and up to 86400',
  max_parallel_calls: 'write a whole number from 1 to 1000',
  lazy: 'write true or false',
  idle_timeout: 'write seconds, more than 0 and up to 86400',
  tools: 'write it as tools: { include: ["get_*"], exclude: ["*_secret*"], override: { get_a: { name: a } } }',
  prompts: 'write it as prompts: { include: ["ask_*"], exclude: [], override: { ask_a: { name: a } } }',
  resources: 'write it as resources: { include: ["file:*"], exclude: ["*.key"] }',
};

const KINDS: Readonly<Record<string, string>> = {
  record: 'a mapping',
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
};

/** A value that can't be used. Names the place and the rule, never the value: it may be a secret. */
export function badValue(path: string, key: string, issues: readonly z.core.$ZodIssue[]): KeyProblem {
  const [issue] = issues;
  const place = memberPath(path, ...(issue?.path ?? []));
  return { path: place, message: `${place} ${ruleOf(issue)}`, remedy: exampleOf(key) };
}

/** A value that can't be used and has a default; `written` is shown as it stands in the file, a list or mapping by its kind. */
export function fallenBack(path: string, key: string, written: unknown, used: unknown): KeyProblem {
  const message = `${path} is ${shownValue(written)}, which can't be used; ${JSON.stringify(used) ?? 'nothing'} is used`;
  return { path, message, remedy: exampleOf(key) };
}

/** A text, number or boolean; what is in a list or a mapping may be anything, also a secret. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return `"${displayName(value)}"`;
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

function ruleOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'too_small') return 'must not be empty';
  if (issue?.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  if (issue?.code === 'unrecognized_keys') return `has the unknown key ${issue.keys.map(shownKey).join(', ')}`;
  // Every union of a key that has no default says itself what it takes.
  if (issue?.code === 'invalid_union') return issue.message;
  const kind = issue?.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  return kind === undefined ? "can't be used" : `must be ${kind}`;
}

function shownKey(key: string): string {
  return `"${displayName(key)}"`;
}

function exampleOf(key: string): string {
  return EXAMPLES[key as keyof ServerFields];
}
