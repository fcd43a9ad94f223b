/** Browser tests; further arguments go to Vitest. */
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { runNode, vitest } from './run-command.ts';

try {
  const browser = await ensureBrowser();
  const args = ['run', '--project', 'e2e', ...process.argv.slice(2)];
  process.exitCode = await runNode([vitest, ...args], { CHROMIUM_PATH: browser });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(terminalLanguage(process.env)));
  process.exitCode = 1;
}
