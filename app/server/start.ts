/**
 * The server as one file, built first when a source changed. Two thousand sources would each be looked for, stripped of
 * their types and compiled at every start (`docs/decisions/0044`); `npm run dev` does run them.
 */
import { enableCompileCache, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import { StartupError, terminalLanguage } from '#kit/server/startup-error.ts';
import { compiledFolder, ensureServerBuild } from './server-build.ts';
import { terminalLines } from './terminal.ts';

const language = terminalLanguage(process.env);

try {
  const server = await ensureServerBuild(() => console.log(terminalLines(language).buildingServer));
  // for who runs this file without start.mjs
  enableCompileCache(compiledFolder);
  // stack traces name the sources
  setSourceMapsSupport(true);
  // Node keeps quiet about packages, and in the one file it cannot tell them apart; development runs them as packages
  process.noDeprecation = true;
  await import(pathToFileURL(server).href);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.text(language));
  process.exitCode = 1;
}
