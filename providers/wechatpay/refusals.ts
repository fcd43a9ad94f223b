import { z } from 'zod';
import { ChannelRefused, ChannelUnavailable } from '../pay-channel.ts';

const refusal = z.object({ code: z.string(), message: z.string().default('') });

/** The platform has written some of these with and without the underscore over the years. */
const namesForCallers: Readonly<Record<string, string>> = {
  ORDERPAID: 'paid',
  ORDER_PAID: 'paid',
  NOT_ENOUGH: 'insufficient',
  NOTENOUGH: 'insufficient',
  ORDER_CLOSED: 'closed',
  ORDERCLOSED: 'closed',
};

const absentCodes: ReadonlySet<string> = new Set([
  'RESOURCE_NOT_EXISTS',
  'ORDER_NOT_EXIST',
  'ORDERNOTEXIST',
  'NOT_FOUND',
]);

/** They say nothing about the thing asked for; the same request may pass later. */
const passingCodes: ReadonlySet<string> = new Set([
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'BANK_ERROR',
  'BANKERROR',
  'STATEMENT_CREATING',
]);

/** What an answer that is no success means. */
export function refusalOf(
  status: number,
  data: unknown,
): { absent: boolean; error: ChannelRefused | ChannelUnavailable } {
  const read = refusal.safeParse(data);
  const code = read.success ? read.data.code : '';
  // 401: our key or clock is wrong, not this request; it passes when that is mended
  const isDefinite = status >= 400 && status < 500 && status !== 401 && status !== 429;
  if (!read.success || !isDefinite || passingCodes.has(code)) {
    return { absent: false, error: new ChannelUnavailable(`unclear answer: ${status} ${code}`.trim()) };
  }
  return {
    absent: status === 404 && absentCodes.has(code),
    error: new ChannelRefused(namesForCallers[code] ?? code, read.data.message),
  };
}
