import { siteTerms } from '#features/base/sites/server/public.ts';
import {
  countShopGoods,
  pageShopGoods,
  readShopGood,
  shopClasses,
  shopStoreOf,
} from '#features/loyalty/stock/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { asPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { ownCalls } from '../contract/own.ts';
import { requireStore } from './price-goods.ts';

/** A shop is public: whoever stands before it may look. */
export async function requireShop(reader: Reader, siteId: string) {
  const site = await siteTerms(reader, platformScope, siteId);
  if (!site) throw missing('shop:error.noShop');
  return site;
}

export const shelfHandlers: Handlers<Pick<typeof ownCalls, 'readShelf' | 'listShelf' | 'readShelfGood'>> = {
  async readShelf({ db, clock }, { fieldId }) {
    const { tenantId, name, enabled } = await requireShop(db.read, fieldId);
    const store = await shopStoreOf(db.read, tenantId, fieldId);
    const wish = { tenantId, now: clock.now(), forMoney: true };
    return {
      fieldName: name,
      open: enabled,
      ...(store
        ? await shopClasses(db.read, { ...wish, storeId: store.id })
        : { categories: [], groups: [] }),
    };
  },

  async listShelf({ db, clock }, input) {
    const { tenantId } = await requireShop(db.read, input.fieldId);
    const store = await shopStoreOf(db.read, tenantId, input.fieldId);
    // a site without a store sells nothing, which is no mistake of who looks
    if (!store) return asPage(input, [], 0);
    const wish = { ...input, tenantId, storeId: store.id, now: clock.now(), forMoney: true };
    const [goods, total] = await Promise.all([pageShopGoods(db.read, wish), countShopGoods(db.read, wish)]);
    const records = goods.map(({ id, name, pictures, priceFen, free }) => ({
      goodId: id,
      name,
      picture: pictures[0] ?? null,
      priceFen,
      free,
    }));
    return asPage(input, records, total);
  },

  async readShelfGood({ db, clock }, { fieldId, goodId }) {
    const { tenantId, name, enabled } = await requireShop(db.read, fieldId);
    const { id: storeId } = await requireStore(db.read, tenantId, fieldId);
    const good = await readShopGood(db.read, { tenantId, storeId, goodId, now: clock.now() });
    const forMoney = good && good.priceFen > 0 && good.pricePoints === 0 && good.priceTickets === 0;
    if (!forMoney) throw missing('shop:error.goodGone');
    return {
      goodId,
      fieldName: name,
      open: enabled,
      name: good.name,
      picture: good.pictures[0] ?? null,
      pictures: good.pictures,
      description: good.description,
      priceFen: good.priceFen,
      free: good.free,
      perPlayer: good.perPlayer,
      perPlayerDay: good.perPlayerDay,
      variants: good.variants.map(({ id, name: variantName, free }) => ({
        variantId: id,
        name: variantName,
        free,
      })),
    };
  },
};
