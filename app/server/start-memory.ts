import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const settledMs = 10_000;

/**
 * Reading a few thousand modules leaves more garbage than the server needs to run, and V8 has no reason to collect it as
 * long as little happens: after the start it is handed back once.
 */
export function returnStartMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void;
    // the other flavour frees the objects and keeps their pages
    collect({ type: 'major', flavor: 'last-resort' });
  }, settledMs).unref();
}
