/** Codes with the moments between which each is shown, on the phone's own stopwatch: its clock may be wrong. */
export interface HeldCode {
  code: string;
  startsAt: number;
  endsAt: number;
}

/** `askedAt` and not when the answer came: what a code has lost on the way is not given back to it. */
export const heldCodes = (
  codes: readonly { code: string; startsInMs: number; endsInMs: number }[],
  askedAt: number,
): HeldCode[] =>
  codes.map(({ code, startsInMs, endsInMs }) => ({
    code,
    startsAt: askedAt + startsInMs,
    endsAt: askedAt + endsInMs,
  }));

/** None once all are over: an old code is not shown to anybody. */
export const shownCode = (held: readonly HeldCode[], now: number): HeldCode | undefined =>
  held.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
