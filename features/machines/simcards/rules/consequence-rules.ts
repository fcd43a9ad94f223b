import { type Consequence, isTyped, percentIn } from '#kit/contract/consequence.ts';
import { bytesText } from '#kit/contract/meaning-text.ts';
import { renewedUntil } from './card-rules.ts';

/** Traffic is bought by the month. */
const daysOfMonth = 30;

export const trafficADay = (limitBytes: unknown): Consequence | undefined =>
  isTyped(limitBytes) && limitBytes > 0
    ? {
        text: 'simcards:form.limitIs',
        params: { all: bytesText(limitBytes), day: bytesText(limitBytes / daysOfMonth) },
      }
    : undefined;

export const trafficUsed = (limitBytes: number | null, usedBytes: unknown): Consequence | undefined =>
  limitBytes && isTyped(usedBytes)
    ? {
        text: 'simcards:traffic.usedOf',
        params: { all: bytesText(limitBytes), percent: percentIn(usedBytes, limitBytes) },
      }
    : undefined;

export const renewedTo = (
  expiresOn: string | null,
  today: string,
  months: unknown,
): Consequence | undefined =>
  isTyped(months) && Number.isInteger(months) && months > 0 && months <= 60
    ? { text: 'simcards:renew.until', params: { day: renewedUntil(expiresOn, today, months) } }
    : undefined;
