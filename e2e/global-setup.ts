import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../scripts/ensure-browser.ts';
import { startServer } from './support/server-process.ts';

/**
 * One server with demo data for the whole run; it builds the pages first when they are older than their sources.
 * E2E_BASE_URL names one that already runs, for a person who writes a test and runs it again and again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browserPath = await ensureBrowser();
  project.provide('browserPath', browserPath);
  const running = process.env.E2E_BASE_URL;
  if (running) {
    project.provide('baseUrl', running);
    return async () => {};
  }
  const server = await startServer();
  project.provide('baseUrl', server.url);
  return () => server.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    browserPath: string;
  }
}
