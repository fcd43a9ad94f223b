import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { selectLowGifts } from './gift-queries.ts';
import { selectLowPlacements } from './placement-queries.ts';

export { giftCostsOf } from './gift-costs.ts';
export { takeWonGifts } from './take-won-gifts.ts';

export interface LowGift {
  tenantId: string;
  giftId: string;
  giftName: string;
  /** null: low in the warehouse */
  deviceId: string | null;
  siteId: string | null;
  stock: number;
  alarmThreshold: number;
}

/** Gifts at or below their alarm threshold, in the warehouse and in the devices the scope reaches. */
export async function listLowGifts(reader: Reader, scope: Scope): Promise<LowGift[]> {
  const [low, held] = await Promise.all([selectLowGifts(reader, scope), selectLowPlacements(reader, scope)]);
  const inWarehouse = low.map(({ tenantId, id, name, stock, alarmThreshold }) => ({
    tenantId,
    giftId: id,
    giftName: name,
    deviceId: null,
    siteId: null,
    stock,
    alarmThreshold,
  }));
  return [...inWarehouse, ...held];
}
