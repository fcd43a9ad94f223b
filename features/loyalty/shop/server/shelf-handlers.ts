import { readShop } from '#features/loyalty/handover/server/public.ts';
import {
  countShopGoods,
  pageShopGoods,
  priceWords,
  readShopGood,
  shopClasses,
} from '#features/loyalty/stock/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { asPage } from '#kit/server/page-rows.ts';
import type { ownCalls } from '../contract/own.ts';

export const shelfHandlers: Handlers<Pick<typeof ownCalls, 'readShelf' | 'listShelf' | 'readShelfGood'>> = {
  async readShelf({ db, clock }, { fieldId }) {
    const { site, store, open } = await readShop(db.read, fieldId);
    const wish = { tenantId: site.tenantId, now: clock.now(), forMoney: true };
    return {
      fieldName: site.name,
      open,
      ...(store
        ? await shopClasses(db.read, { ...wish, storeId: store.id })
        : { categories: [], groups: [] }),
    };
  },

  async listShelf(context, input) {
    const { db, clock } = context;
    const say = sayFor(context);
    const { site, store } = await readShop(db.read, input.fieldId);
    // a site without a store sells nothing, which is no mistake of who looks
    if (!store) return asPage(input, [], 0);
    const wish = { ...input, tenantId: site.tenantId, storeId: store.id, now: clock.now(), forMoney: true };
    const [goods, total] = await Promise.all([pageShopGoods(db.read, wish), countShopGoods(db.read, wish)]);
    const records = goods.map(({ id, name, pictures, free, ...prices }) => ({
      goodId: id,
      name,
      picture: pictures[0] ?? null,
      priceFen: prices.priceFen,
      price: priceWords(prices, say),
      free,
    }));
    return asPage(input, records, total);
  },

  async readShelfGood(context, { fieldId, goodId }) {
    const { db, clock } = context;
    const { site, store, open } = await readShop(db.read, fieldId);
    if (!store) throw missing('shop:error.noShop');
    const wish = { tenantId: site.tenantId, storeId: store.id, goodId, now: clock.now() };
    const good = await readShopGood(db.read, wish);
    const forMoney = good && good.priceFen > 0 && good.pricePoints === 0 && good.priceTickets === 0;
    if (!forMoney) throw missing('shop:error.goodGone');
    return {
      goodId,
      fieldName: site.name,
      open,
      name: good.name,
      picture: good.pictures[0] ?? null,
      ...pick(good, 'pictures', 'description', 'priceFen'),
      price: priceWords(good, sayFor(context)),
      ...pick(good, 'free', 'perPlayer', 'perPlayerDay'),
      variants: good.variants.map(({ id, name: variantName, free }) => ({
        variantId: id,
        name: variantName,
        free,
      })),
    };
  },
};
