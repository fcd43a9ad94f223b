/** Time is passed in, so that rules about time can be tested without waiting. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Shifted so that its UTC fields read as the time where the machines stand: China has one and keeps its clocks. */
export const inChina = (at: Date): Date => new Date(at.getTime() + 8 * hourMs);
/** The day people mean where the machines stand. */
export const businessDay = (at: Date): string => inChina(at).toISOString().slice(0, 'yyyy-mm-dd'.length);
/** Days in years that PostgreSQL can not read, typed or made up, become the nearest that it can. */
export function startOfDay(day: string): Date {
  const readable = day < '1900-01-01' ? '1900-01-01' : day > '9000-01-01' ? '9000-01-01' : day;
  return new Date(`${readable}T00:00:00+08:00`);
}

/** The first moment after a day. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + dayMs);

/** A day some days later, or earlier; days are `yyyy-mm-dd` and compare as texts. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** 1 is Monday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;
export const weekdayOf = (day: string): Weekday =>
  (((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1) as Weekday;

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
