import { type Clock, minuteMs } from '#kit/kernel/time.ts';

export interface FetchedToken {
  value: string;
  lifeMs: number;
}

/**
 * Tokens of ours at platforms, of which a new one ends the one before: all processes use the same, and one of them at a
 * time fetches.
 */
export interface SharedTokens {
  /** `over`: the one that the platform just refused; it is given again only if nobody has a newer one. */
  get(name: string, fetch: () => Promise<FetchedToken>, over?: string): Promise<string>;
}

/** Long before its end, so that nobody is handed something that ends on the way. */
const renewBeforeMs = 5 * minuteMs;

export interface HeldToken {
  value: string;
  untilMs: number;
}
export const isGood = (
  held: HeldToken | undefined,
  nowMs: number,
  over: string | undefined,
): held is HeldToken => held !== undefined && held.value !== over && nowMs < held.untilMs;
export const heldToken = ({ value, lifeMs }: FetchedToken, nowMs: number): HeldToken => ({
  value,
  untilMs: nowMs + Math.max(lifeMs - renewBeforeMs, lifeMs / 2),
});

/** For one process: tests, and commands. */
export function createOwnTokens(clock: Clock): SharedTokens {
  const held = new Map<string, HeldToken>();
  const underWay = new Map<string, Promise<string>>();
  return {
    async get(name, fetch, over) {
      const nowMs = clock.now().getTime();
      const known = held.get(name);
      if (isGood(known, nowMs, over)) return known.value;
      const renewing = underWay.get(name);
      if (renewing) return renewing;
      const renewal = fetch()
        .then((fetched) => {
          const token = heldToken(fetched, clock.now().getTime());
          held.set(name, token);
          return token.value;
        })
        .finally(() => underWay.delete(name));
      underWay.set(name, renewal);
      return renewal;
    },
  };
}
