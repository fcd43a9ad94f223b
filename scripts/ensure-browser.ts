/** Finds a Chromium for the browser tests and installs one where there is none. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { startupError } from '#kit/server/startup-error.ts';
import { runCommand, runNode } from './run-command.ts';

/** The one without windows comes first: it needs a third less of the processor than the whole browser. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium on this machine: installing one.');
  await install();
  const installed = findBrowser();
  if (!installed) throw startupError('browserMissing', { reason: 'nothing was installed' });
  return installed;
}

function findBrowser(): string | undefined {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!starts(asked)) throw startupError('browserMissing', { reason: `CHROMIUM_PATH=${asked}` });
    return asked;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...macPlaces, chromium.executablePath()].find(
    (path) => existsSync(path) && starts(path),
  );
}

/** A name on the PATH may be a stub that only asks for a package to be installed. */
function starts(path: string): boolean {
  try {
    return /\d+\./.test(
      execFileSync(path, ['--version'], { timeout: 30_000, stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    );
  } catch {
    return false;
  }
}

async function install(): Promise<void> {
  const debianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (debianRoot) {
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update'], quiet);
    for (const browser of ['chromium-headless-shell', 'chromium']) {
      // the Noto fonts draw Chinese, without which pages are measured with empty boxes
      const status = await runCommand('apt-get', ['install', '-y', browser, 'fonts-noto-cjk'], quiet);
      if (status === 0) return;
    }
  }
  const status = await runNode(['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  if (status !== 0) throw startupError('browserMissing', { reason: `playwright-core install: ${status}` });
}
