/**
 * With `TEST_RUSH=1` whatever the server does every few seconds it does all the time. A test that moves the clock and then
 * looks meets timers that were there first, as on a slow machine: what it expects must be true then too.
 */
const everyMs = 40;

if (process.env.TEST_RUSH) {
  const usual = globalThis.setInterval;
  globalThis.setInterval = ((work: () => void, ms: number) =>
    usual(work, Math.min(ms, everyMs))) as typeof setInterval;
}
