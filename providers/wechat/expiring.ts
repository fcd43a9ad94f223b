import { type Clock, minuteMs } from '#kit/kernel/time.ts';

export interface Expiring {
  get(): Promise<string>;
  forget(): void;
}

/** Long before its end, so that nobody is handed something that ends on the way. */
const renewBeforeMs = 5 * minuteMs;

/** Something fetched that ends: fetched once for all who ask at the same time, again before its end. */
export function createExpiring(
  clock: Clock,
  fetch: () => Promise<{ value: string; lifeMs: number }>,
): Expiring {
  let held: { value: string; untilMs: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { value, lifeMs } = await fetch();
    held = { value, untilMs: clock.now().getTime() + Math.max(lifeMs - renewBeforeMs, lifeMs / 2) };
    return value;
  }

  return {
    async get() {
      if (held && clock.now().getTime() < held.untilMs) return held.value;
      underWay ??= renew().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    forget() {
      held = undefined;
    },
  };
}
