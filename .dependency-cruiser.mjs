import { builtinModules } from 'node:module';

/**
 * The layer table. A file imports from lower levels and from its own folder only; folders on one level never import
 * each other. Doors (`src/<door>.ts`) stand above all levels.
 *
 * @type {readonly (readonly string[])[]}
 */
export const LEVELS = [
  ['base'],
  ['schema', 'guard', 'net', 'state'],
  ['documents'],
  ['registry'],
  ['disclosure'],
  ['dispatch'],
  ['tools', 'providers', 'mcp', 'connectors', 'models', 'insights', 'eval', 'skills'],
  ['plugins', 'agent'],
  ['runtime'],
  ['gateway', 'setup', 'testing'],
  ['cli'],
];

const TEST = '\\.test\\.ts$';
const DOOR = '^src/[^/]+\\.ts$';
const NODE = `^(node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})(/|$)`;
/** Packages that run in a browser, which the door `callslip` may reach. */
const BROWSER_PACKAGES = ['tokenx', '@noble/hashes', '@cfworker/json-schema', '@standard-schema/spec', 'zod'];
const BASE_PACKAGES = ['tokenx', '@noble/hashes'];

/** @param {readonly string[]} names */
function packages(names) {
  return `(^|/)node_modules/(${names.join('|')})/`;
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layerRules = LEVELS.flatMap((folders, level) =>
  folders.map((folder) => {
    const lower = [folder, ...LEVELS.slice(0, level).flat()];
    return {
      name: `layer-${folder}`,
      comment: `src/${folder}/ is on level ${level}: it imports from lower levels and from itself only.`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: TEST },
      to: { path: '^src/', pathNot: `^src/(${lower.join('|')})/` },
    };
  }),
);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const testRules = LEVELS.flatMap((folders, level) =>
  folders.map((folder) => {
    const lower = [folder, 'testing', ...LEVELS.slice(0, level).flat()];
    return {
      name: `layer-${folder}-tests`,
      comment: `A test in src/${folder}/ imports from lower levels, its own folder and testing/ only.`,
      severity: 'error',
      from: { path: `^src/${folder}/.*${TEST}` },
      to: { path: '^src/', pathNot: `^src/(${lower.join('|')})/` },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    ...testRules,
    {
      name: 'door-imports-door',
      comment: 'A door re-exports from the layers below, never from another door.',
      severity: 'error',
      from: { path: DOOR, pathNot: TEST },
      to: { path: DOOR },
    },
    {
      name: 'base-is-pure',
      comment: `base/ uses nothing of Node and no package but ${BASE_PACKAGES.join(' and ')}.`,
      severity: 'error',
      from: { path: '^src/base/', pathNot: TEST },
      to: { pathNot: ['^src/', packages(BASE_PACKAGES)] },
    },
    {
      name: 'browser-door',
      comment: 'The door callslip runs in a browser: it reaches no module of Node, not even through a dynamic import.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: NODE, reachable: true },
    },
    {
      name: 'browser-door-packages',
      comment: `The door callslip reaches only packages known to run in a browser: ${BROWSER_PACKAGES.join(', ')}.`,
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: '(^|/)node_modules/', pathNot: packages(BROWSER_PACKAGES), reachable: true },
    },
    {
      name: 'no-circular',
      comment: 'Data flows forward: no import leads back to its own file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-import-of-tests',
      comment: 'Nothing imports a test file.',
      severity: 'error',
      from: {},
      to: { path: TEST },
    },
    {
      name: 'no-import-out-of-src',
      comment: 'What ships imports nothing of the repository outside src/.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['local'], pathNot: '^src/' },
    },
    {
      name: 'no-development-packages',
      comment: 'What ships imports no development dependency. (The contract suites of testing/ run in vitest.)',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev'], pathNot: packages(['vitest', '@types/node']) },
    },
    {
      name: 'no-unlisted-packages',
      comment: 'Every imported package is in package.json and installed.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'not-found',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count as well: a type is a dependency of the design.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
