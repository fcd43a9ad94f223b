import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { gifts } from '../tables.ts';
import { selectLowGifts } from './gift-queries.ts';
import { selectLowPlacements } from './placement-queries.ts';

export { giftCostsOf, wonView } from './gift-costs.ts';
export { type LoadedGift, onGiftsLoaded } from './loaded-listeners.ts';
export { selectHeldGifts } from './placement-queries.ts';
export { takeWonGifts } from './take-won-gifts.ts';

/** What other features may join of a gift; removed ones too, which past records still name. */
export function giftView(scope: Scope) {
  const gift = rows(scope, gifts);
  return new QueryBuilder()
    .select({
      ...pick(gift, 'tenantId', 'id', 'name', 'picture', 'stock'),
    })
    .from(gift)
    .as('gift');
}

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
