/** `npm test`: every check in turn, none hidden by another's failure, and one summary line at the end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode, vitest } from './run-command.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  title: string;
  run(): Promise<Counts>;
}

const reports = mkdtempSync(join(tmpdir(), 'coinyard-test-'));

/** A check is one test: it passes or it fails. */
function check(title: string, args: string[]): Step {
  return {
    title,
    async run() {
      const failed = (await runNode(args)) === 0 ? 0 : 1;
      return { passed: 1 - failed, failed, skipped: 0 };
    },
  };
}

function tests(title: string, script: string, args: string[]): Step {
  return {
    title,
    async run() {
      const report = join(reports, `${title.replaceAll(' ', '-')}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const status = await runNode([script, ...args, ...reporters]);
      const counts = readReport(report);
      // a file that does not load or a set-up that breaks fails without a failed test
      if (status !== 0 && counts.failed === 0) counts.failed = 1;
      return counts;
    },
  };
}

function readReport(path: string): Counts {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8')) as Record<
      'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests',
      number
    >;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

const steps: Step[] = [
  check('configuration reference', ['scripts/config-doc.ts', '--check']),
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('lint', ['scripts/lint.ts']),
  tests('unit tests', vitest, ['run', '--project', 'unit']),
  tests('database tests', vitest, ['run', '--project', 'db']),
  tests('browser tests', 'scripts/test-e2e.ts', []),
];

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];

for (const step of steps) {
  console.log(`\n=== ${step.title} ===`);
  const startedAtMs = performance.now();
  const counts = await step.run();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  lines.push(
    `${counts.failed ? 'FAILED' : 'ok    '} ${step.title}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds} s)`,
  );
  console.log(lines.at(-1));
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n=== summary ===\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
