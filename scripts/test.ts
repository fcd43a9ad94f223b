/**
 * `npm test`: every check, none hidden by another's failure, then where the time went and one summary line. Browsers
 * wait for machines and platforms most of the time, so they run beside everything else.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { slowness } from '#kit/server/testing/speed.ts';
import { type BrowserServer, startBrowserServer } from './browser-server.ts';
import { root, runNode, vitest } from './run-command.ts';
import { reportVariable, type TestReport } from './timing-reporter.ts';

interface Step {
  title: string;
  run(say?: (text: string) => void): Promise<TestReport>;
}

interface FinishedStep extends TestReport {
  title: string;
  seconds: number;
}

// dozens of servers and tools are started on the way: what one has compiled, the next does not compile again
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');

if (slowness > 1) console.log(`this machine is slow or busy: limits of tests are ${slowness} times as long`);

const slowestShown = 15;
const reports = mkdtempSync(join(tmpdir(), 'coinyard-test-'));

/** A check is one test: it passes or it fails. */
function check(title: string, args: string[]): Step {
  return {
    title,
    async run(say) {
      const failed = (await runNode(args, {}, say)) === 0 ? 0 : 1;
      return { passed: 1 - failed, failed, skipped: 0, unsteady: [], files: [] };
    },
  };
}

function tests(title: string, project: string, environment?: () => Promise<NodeJS.ProcessEnv>): Step {
  return {
    title,
    async run(say) {
      const report = join(reports, `${project}.json`);
      const reporters = ['--reporter=default', '--reporter=./scripts/timing-reporter.ts'];
      const env = { ...(await environment?.()), [reportVariable]: report };
      const status = await runNode([vitest, 'run', '--project', project, ...reporters], env, say);
      const found = readReport(report);
      // a file that does not load or a set-up that breaks fails without a failed test
      if (status !== 0 && found.failed === 0) found.failed = 1;
      return found;
    },
  };
}

function readReport(path: string): TestReport {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport;
  } catch {
    return { passed: 0, failed: 0, skipped: 0, unsteady: [], files: [] };
  }
}

async function runStep(step: Step, say?: (text: string) => void): Promise<FinishedStep> {
  const startedAtMs = performance.now();
  const tell = say ?? ((text: string) => process.stdout.write(text));
  tell(`\n=== ${step.title} ===\n`);
  let report: TestReport;
  try {
    report = await step.run(say);
  } catch (error) {
    tell(`${error instanceof StartupError ? error.text(terminalLanguage(process.env)) : String(error)}\n`);
    report = { passed: 0, failed: 1, skipped: 0, unsteady: [], files: [] };
  }
  const finished = { ...report, title: step.title, seconds: (performance.now() - startedAtMs) / 1000 };
  tell(`${lineOf(finished)}\n`);
  return finished;
}

const lineOf = ({ title, passed, failed, skipped, seconds }: FinishedStep) =>
  `${failed ? 'FAILED' : 'ok    '} ${title}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds.toFixed(1)} s)`;

/** One server for journeys and screens; the step that comes first starts it. */
let browserServer: Promise<BrowserServer> | undefined;
const browserEnvironment = async () => {
  browserServer ??= startBrowserServer();
  return (await browserServer).environment;
};

/** What browsers sent and got, against `/openapi.json`. */
const calls: Step = {
  title: 'calls of browsers against the API reference',
  async run(say) {
    const file = (await browserServer)?.callsFile;
    if (!file) return { passed: 0, failed: 0, skipped: 1, unsteady: [], files: [] };
    return check(calls.title, ['scripts/check-calls.ts', file]).run(say);
  },
};

async function inTurn(steps: Step[], say?: (text: string) => void): Promise<FinishedStep[]> {
  const finished: FinishedStep[] = [];
  for (const step of steps) finished.push(await runStep(step, say));
  return finished;
}

/** What browsers say waits until the terminal is free. */
let browserOutput = '';
const inBrowsers = inTurn(
  [
    tests('browser journeys', 'e2e', browserEnvironment),
    tests('browser screens', 'screens', browserEnvironment),
    calls,
  ],
  (text) => {
    browserOutput += text;
  },
);
const others = await inTurn([
  check('configuration reference', ['scripts/config-doc.ts', '--check']),
  check('numbers of the README', ['scripts/readme.ts', '--check']),
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('lint', ['scripts/lint.ts']),
  tests('unit tests', 'unit'),
  tests('database tests', 'db'),
]);
const steps = [...others, ...(await inBrowsers)];
console.log(browserOutput);
await (await browserServer?.catch(() => undefined))?.stop();
rmSync(reports, { recursive: true, force: true });

const slowest = steps
  .flatMap(({ files }) => files)
  .sort((one, other) => other.ms - one.ms)
  .slice(0, slowestShown);
console.log('\n=== slowest files ===');
for (const { path, tests: count, ms } of slowest)
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${path} (${count} tests)`);

const unsteady = steps.flatMap((step) => step.unsteady);
if (unsteady.length > 0) console.log('\n=== passed at the second try alone ===');
for (const name of unsteady) console.log(`  ${name}`);

console.log(`\n=== summary ===\n${steps.map(lineOf).join('\n')}\n`);
const sum = (count: (step: FinishedStep) => number) => steps.reduce((total, step) => total + count(step), 0);
const failed = sum((step) => step.failed);
console.log(`${sum((step) => step.passed)} passed, ${failed} failed, ${sum((step) => step.skipped)} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
