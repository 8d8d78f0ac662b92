import type { StdioEndpoint } from '../config.ts';
import type { KeyProblem } from './bad-value.ts';
import { memberPath } from './member-path.ts';

/** What no system takes in a program, its arguments or its environment: a text in which it would end too early. */
export function programFault({ command, args, env, cwd = '' }: StdioEndpoint, path: string): KeyProblem | undefined {
  const texts: readonly (readonly [place: string, text: string])[] = [
    [memberPath(path, 'command'), command],
    ...args.map((text, index) => [memberPath(path, 'args', index), text] as const),
    ...Object.entries(env).map(([name, text]) => [memberPath(path, 'env', name), name + text] as const),
    [memberPath(path, 'cwd'), cwd],
  ];
  const place = texts.find(([, text]) => text.includes('\0'))?.[0];
  if (place === undefined) return undefined;
  const message = `${place} holds a NUL character, which no program can be given`;
  return { path: place, message, remedy: 'take it out' };
}
