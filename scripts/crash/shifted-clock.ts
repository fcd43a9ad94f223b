/** Preloaded into every process of the crash test: its time is ahead by CLOCK_AHEAD_MS, so that deadlines need no waiting. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const TrueDate = globalThis.Date;

class ShiftedDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(ShiftedDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return TrueDate.now() + aheadMs;
  }

  /** dates that Node itself makes are dates too */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return TrueDate[Symbol.hasInstance](value);
  }
}

if (aheadMs > 0) globalThis.Date = ShiftedDate as DateConstructor;
