import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', ...readdirSync(path.join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/**
 * The `ts` blocks of a page as modules, by a file name beside the page. A block without imports goes on where the one
 * before it ended. Everything else of the page becomes empty lines, so that a fault has the line it has in the page.
 */
function modulesOf(page: string): Map<string, string> {
  const modules = new Map<string, string>();
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  let current = '';
  for (const { index, 1: code = '' } of text.matchAll(/^```ts$\n([\s\S]*?)^```$/gm)) {
    const line = linesIn(text.slice(0, index)) + 1;
    if (current === '' || /^import\b/m.test(code)) current = `${page}.${line}.ts`;
    const before = modules.get(current) ?? '';
    modules.set(current, before + '\n'.repeat(line - linesIn(before)) + code);
  }
  return modules;
}

function linesIn(text: string): number {
  return text.split('\n').length;
}

/** The program of all snippets: the compiler's options are the repository's, but a reader may leave a name unused. */
function createProgram(modules: ReadonlyMap<string, string>): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(ROOT, 'tsconfig.json'),
    {
      noUnusedLocals: false,
      isolatedDeclarations: false,
      declaration: false,
      moduleDetection: ts.ModuleDetectionKind.Force,
    },
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => expect.fail(String(problem.messageText)) },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => modules.has(file) || fileExists(file);
  host.readFile = (file) => modules.get(file) ?? readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = modules.get(file);
    return text === undefined
      ? getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion, true);
  };
  return ts.createProgram([...modules.keys()], options, host);
}

/** `docs/library.md:20: …`, for each fault. */
function faultsIn(program: ts.Program, file: string): string[] {
  const source = program.getSourceFile(file);
  if (source === undefined) return [`${file} is not in the program`];
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((problem) => {
    const { line } = source.getLineAndCharacterOfPosition(problem.start ?? 0);
    const page = path.relative(ROOT, file).replace(/\.\d+\.ts$/, '');
    return `${page}:${line + 1}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`;
  });
}

describe('snippets of the documentation', () => {
  const modules = new Map(
    PAGES.flatMap((page) => [...modulesOf(page)].map(([file, text]) => [path.join(ROOT, file), text] as const)),
  );
  let program: ts.Program;
  beforeAll(() => {
    program = createProgram(modules);
  });

  it('finds the snippets', () => {
    expect(modules.size).toBeGreaterThan(5);
  });

  it.each([...modules.keys()].map((file) => path.relative(ROOT, file)))('%s is type-checked', (file) => {
    expect(faultsIn(program, path.join(ROOT, file))).toEqual([]);
  });
});
