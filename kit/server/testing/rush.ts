/**
 * With `TEST_RUSH=1` whatever the server does every few seconds it does all the time. A test that moves the clock and then
 * looks meets timers that were there first, as on a slow machine: what it expects must be true then too.
 * The clients of tests keep their time: a device whose keep-alive runs out within a blink is cut off.
 */
const everyMs = 40;

if (process.env.TEST_RUSH) {
  const usual = globalThis.setInterval;
  globalThis.setInterval = ((work: () => void, ms: number) =>
    usual(
      work,
      new Error().stack?.includes('/node_modules/mqtt/') ? ms : Math.min(ms, everyMs),
    )) as typeof setInterval;
}
