/** Browser tests: screens and journeys side by side on one server, or what further arguments ask Vitest for. */
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { startBrowserServer } from './browser-server.ts';
import { runNode, vitest } from './run-command.ts';

const asked = process.argv.slice(2);

try {
  const { environment, callsFile, stop } = await startBrowserServer();
  try {
    const failed = asked.length > 0 ? await runAsked(environment) : await runAll(environment);
    process.exitCode = (callsFile && (await runNode(['scripts/check-calls.ts', callsFile]))) || failed;
  } finally {
    await stop();
  }
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(terminalLanguage(process.env)));
  process.exitCode = 1;
}

function runAsked(environment: NodeJS.ProcessEnv): Promise<number> {
  return runNode([vitest, 'run', '--project', 'screens', '--project', 'e2e', ...asked], environment);
}

async function runAll(environment: NodeJS.ProcessEnv): Promise<number> {
  let screensOutput = '';
  const [journeys, screens] = await Promise.all([
    runNode([vitest, 'run', '--project', 'e2e'], environment),
    runNode([vitest, 'run', '--project', 'screens'], environment, (text) => {
      screensOutput += text;
    }),
  ]);
  console.log(screensOutput);
  return journeys || screens;
}
