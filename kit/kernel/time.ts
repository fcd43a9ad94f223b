/** Time is passed in, so that rules about time can be tested without waiting. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Formats with the specification's tokens Y m d H M S, zero padded, in the reader's own time zone. */
export function formatDate(date: Date, pattern = 'Y-m-d H:M:S'): string {
  const parts: Record<string, number> = {
    Y: date.getFullYear(),
    m: date.getMonth() + 1,
    d: date.getDate(),
    H: date.getHours(),
    M: date.getMinutes(),
    S: date.getSeconds(),
  };
  return pattern.replace(/[YmdHMS]/g, (token) => String(parts[token]).padStart(token === 'Y' ? 4 : 2, '0'));
}
