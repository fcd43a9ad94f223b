import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordVariable } from '../e2e/support/record-calls.ts';
import { startServer } from '../e2e/support/server-process.ts';
import { ensureBrowser } from './ensure-browser.ts';

export interface BrowserServer {
  /** what browser tests have to be told: where the server is, and where the browser */
  environment: NodeJS.ProcessEnv;
  /** where the calls are written down that reach the server; undefined for one that ran already */
  callsFile: string | undefined;
  stop(): Promise<void>;
}

/** A browser (installed where there is none) and a server with demo data for several runs of browser tests. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const browser = await ensureBrowser();
  const running = process.env.E2E_BASE_URL;
  if (running)
    return {
      environment: { CHROMIUM_PATH: browser, E2E_BASE_URL: running },
      callsFile: undefined,
      stop: async () => {},
    };
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-calls-'));
  const callsFile = join(folder, 'calls.jsonl');
  const server = await startServer({ [recordVariable]: callsFile });
  return {
    environment: { CHROMIUM_PATH: browser, E2E_BASE_URL: server.url },
    callsFile,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
