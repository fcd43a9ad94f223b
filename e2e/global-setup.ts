import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../scripts/ensure-browser.ts';
import { startServer } from './support/server-process.ts';

/** One server with demo data for the whole run; it builds the pages first when they are older than their sources. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browserPath = await ensureBrowser();
  const server = await startServer();
  project.provide('baseUrl', server.url);
  project.provide('browserPath', browserPath);
  return () => server.stop();
}

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    browserPath: string;
  }
}
