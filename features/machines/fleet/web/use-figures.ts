/** Sums over the whole fleet: every few seconds is live enough. */
export const figuresEveryMs = 4000;
