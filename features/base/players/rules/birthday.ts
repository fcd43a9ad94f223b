import { businessDay } from '#kit/kernel/time.ts';

/** Of somebody who may be alive. */
export const isBirthday = (day: string, now: Date): boolean => day >= '1900-01-01' && day <= businessDay(now);
