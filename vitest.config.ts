import { defineConfig, type ViteUserConfig } from 'vitest/config';

const SLOW = ['test/{agents,e2e,install}/**/*.test.ts', 'test/tooling/**/*.test.ts'];

const config: ViteUserConfig = defineConfig({
  test: {
    // Set-up, not a test, may take long on a busy machine; a test that waits for nothing real stays within its limit.
    hookTimeout: 30_000,
    reporters: ['default', 'json', './test/legs-reporter.ts'],
    outputFile: { json: '.reports/tests.json' },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 5_000, sequence: { groupOrder: 0 } },
      },
      {
        // Contract suites, properties, golden vectors: whatever lies under test/ and is not slow.
        extends: true,
        test: {
          name: 'repository',
          include: ['{test,bench,examples,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...SLOW],
          testTimeout: 15_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Real programs and servers. After the others, so that neither makes the other late.
        extends: true,
        test: { name: 'slow', include: SLOW, testTimeout: 30_000, sequence: { groupOrder: 2 } },
      },
    ],
  },
});

export default config;
