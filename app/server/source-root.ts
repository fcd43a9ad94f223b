import { fileURLToPath } from 'node:url';

/** The checkout; everything that is discovered by folder is discovered below it. */
export const sourceRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
