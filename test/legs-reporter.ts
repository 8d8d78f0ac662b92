import type { Reporter, TestModule } from 'vitest/node';

/** Begins the title of a suite that could not run. */
export const NOT_RUN = 'not run: ';

/** Says at the end of a run which legs were left out, and how to get what they need. */
export default class LegsReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    const titles = testModules.flatMap((module) => [...module.children.allSuites()].map((suite) => suite.name));
    const lines = titles.filter((title) => title.startsWith(NOT_RUN));
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\nCALLSLIP_REQUIRE_ALL=1 makes these fail.`);
  }
}
