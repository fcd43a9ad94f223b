import type { Reader } from '#kit/server/database.ts';
import { readSetting } from './setting-queries.ts';

export { isReminderDue } from '../rules/exchange-rules.ts';
export { tellToFetch, textsReady } from './pickup-texts.ts';

/** How many days the merchant keeps what is to be fetched: exchanged or bought. */
export const pickupDaysOf = async (reader: Reader, tenantId: string): Promise<number> =>
  (await readSetting(reader, tenantId)).pickupDays;
