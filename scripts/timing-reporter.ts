import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { root } from './run-command.ts';

/** What a step of `npm test` found out, and where its time went. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** what failed first and passed when it was tried again */
  unsteady: string[];
  files: { path: string; tests: number; ms: number }[];
}

export const reportVariable = 'TEST_REPORT';

/** Vitest's JSON leaves out what a file spends on starting its server and loading its modules; this does not. */
export default class TimingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env[reportVariable];
    if (!path) return;
    const report: TestReport = { passed: 0, failed: 0, skipped: 0, unsteady: [], files: [] };
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') report.passed += 1;
        else if (state === 'failed') report.failed += 1;
        else report.skipped += 1;
        if (test.diagnostic()?.flaky)
          report.unsteady.push(`${relative(root, module.moduleId)}: ${test.name}`);
        tests += 1;
      }
      const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
      report.files.push({
        path: relative(root, module.moduleId),
        tests,
        ms: duration + collectDuration + setupDuration + environmentSetupDuration,
      });
    }
    writeFileSync(path, JSON.stringify(report));
  }
}
