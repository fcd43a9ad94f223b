/**
 * Browser tests: journeys and then screens on one server, or what further arguments ask Vitest for. Screens plant texts in
 * what journeys count: they come last.
 */
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
  const journeys = await runNode([vitest, 'run', '--project', 'e2e'], environment);
  const screens = await runNode([vitest, 'run', '--project', 'screens'], environment);
  return journeys || screens;
}
