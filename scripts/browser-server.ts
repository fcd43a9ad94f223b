import { startServer } from '../e2e/support/server-process.ts';
import { ensureBrowser } from './ensure-browser.ts';

export interface BrowserServer {
  /** what browser tests have to be told: where the server is, and where the browser */
  environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** A browser (installed where there is none) and a server with demo data for several runs of browser tests. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const browser = await ensureBrowser();
  const running = process.env.E2E_BASE_URL;
  if (running)
    return { environment: { CHROMIUM_PATH: browser, E2E_BASE_URL: running }, stop: async () => {} };
  const server = await startServer();
  return { environment: { CHROMIUM_PATH: browser, E2E_BASE_URL: server.url }, stop: () => server.stop() };
}
