import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

/** A process started with these is ahead of time by so much. */
export const clockAhead = (aheadMs: number) => ({
  preload: [file],
  env: { CLOCK_AHEAD_MS: String(aheadMs) },
});
