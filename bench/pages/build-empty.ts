import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressAssets } from '#app/server/web-build.ts';

/** React and one heading, built and compressed as our pages are: what no page made with React can be faster than. */
export async function buildEmptyPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'empty'),
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, manifest: true, modulePreload: { polyfill: false } },
  });
  await compressAssets(folder);
}
