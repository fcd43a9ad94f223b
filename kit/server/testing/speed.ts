/**
 * Limits of tests are written for two quiet cores. A run measures once how much slower its machine is just now, and every
 * limit grows by that (`patient`): a slow or busy machine is no failure.
 */
const variable = 'TEST_SLOWNESS';
/** What one round takes where the limits were written. */
const usualMs = 110;
const rounds = 4;
/** A test that hangs is to end before the day does. */
const mostTimes = 10;

/** The kind of work that servers and tests do: making objects, writing and reading JSON, sorting. */
function playRound(): void {
  const rows = Array.from({ length: 20_000 }, (_, place) => ({
    id: (place * 7919) % 20_011,
    name: `row ${place}`,
    share: place / 3,
  }));
  for (let turn = 0; turn < 4; turn++)
    (JSON.parse(JSON.stringify(rows)) as typeof rows).sort((one, other) => one.id - other.id);
}

/** The clock counts, not the processor: who gets a tenth of a core waits ten times as long. */
function roundMs(): number {
  const startedMs = performance.now();
  for (let round = 0; round < rounds; round++) playRound();
  return (performance.now() - startedMs) / rounds;
}

/** Never below one: on a faster machine the limits stay. */
export const slownessOf = (tookMs: number): number => Math.min(mostTimes, Math.max(1, tookMs / usualMs));

// processes that this one starts inherit it, and do not measure beside each other
process.env[variable] ??= slownessOf(roundMs()).toFixed(1);
export const slowness = Number(process.env[variable]);

/** The measure is taken before the tests begin. Then browsers, servers and databases share the same two cores. */
const sharedCores = 3;

/** A limit, as long as this machine needs it. */
export const patient = (ms: number): number => Math.round(ms * slowness * sharedCores);
