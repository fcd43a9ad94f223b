import { tenantName } from '#features/base/accounts/server/public.ts';
import { leftFor, nextToFetch, priceOf, readShop } from '#features/loyalty/handover/server/public.ts';
import {
  countShopGoods,
  pageShopGoods,
  priceWords,
  readShopGood,
  shopClasses,
} from '#features/loyalty/stock/server/public.ts';
import { payWaysAt } from '#features/selling/orders/server/public.ts';
import { AppError, missing } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { asPage } from '#kit/server/page-rows.ts';
import type { ownCalls } from '../contract/own.ts';
import { priceWish, readOwned, refusalOf } from './price-wish.ts';

type Calls = Pick<
  typeof ownCalls,
  'readExchangeStore' | 'listStoreGoods' | 'readStoreGood' | 'priceExchange'
>;

/** The shelf of a shop, as players see it. */
export const storeHandlers: Handlers<Calls> = {
  async readExchangeStore({ db, session, clock }, { fieldId }) {
    const { site, store, setting, open } = await readShop(db.read, fieldId);
    const { tenantId } = site;
    const player = session?.kind === 'player' ? session : undefined;
    const now = clock.now();
    const [merchantName, classes, owned, waiting] = await Promise.all([
      tenantName(db.read, tenantId),
      store ? shopClasses(db.read, { tenantId, storeId: store.id, now }) : { categories: [], groups: [] },
      player && readOwned(db.read, { tenantId, playerId: player.playerId, siteId: fieldId }),
      player && nextToFetch(db.read, player.scope, { siteId: fieldId, now }),
    ]);
    const own = owned ? { ...owned, waiting: waiting ?? null } : null;
    const { rules, banner, pickupDays, shipping } = setting;
    return {
      fieldId,
      fieldName: site.name,
      merchantName: merchantName ?? '',
      open,
      ...{ rules, banner, pickupDays, shipping, own, ...classes },
    };
  },

  async listStoreGoods(context, input) {
    const { db, clock } = context;
    const { site, store } = await readShop(db.read, input.fieldId);
    if (!store) return asPage(input, [], 0);
    const wish = { ...input, tenantId: site.tenantId, storeId: store.id, now: clock.now(), forPoints: true };
    const [found, total] = await Promise.all([pageShopGoods(db.read, wish), countShopGoods(db.read, wish)]);
    const say = sayFor(context);
    const records = found.map(({ id, name, pictures, free, ...prices }) => ({
      goodId: id,
      name,
      picture: pictures[0] ?? null,
      price: priceWords(prices, say),
      free,
    }));
    return asPage(input, records, total);
  },

  async readStoreGood(context, { fieldId, goodId }) {
    const { db, session, clock } = context;
    const { site, store } = await readShop(db.read, fieldId);
    const { tenantId } = site;
    const now = clock.now();
    const good = store && (await readShopGood(db.read, { tenantId, storeId: store.id, goodId, now }));
    // what costs money alone is bought, not exchanged
    if (!good || good.pricePoints + good.priceTickets === 0) throw missing('exchange:error.offShelf');
    const playerId = session?.kind === 'player' ? session.playerId : undefined;
    const day = siteDay(site, now);
    const left = playerId ? await leftFor(db.read, { tenantId, playerId, day }, good) : null;
    const { id, variants, ...shown } = good;
    return {
      ...shown,
      goodId: id,
      picture: good.pictures[0] ?? null,
      price: priceWords(good, sayFor(context)),
      left,
      variants: variants.map((variant) => ({
        variantId: variant.id,
        name: variant.name,
        free: variant.free,
      })),
    };
  },

  async priceExchange(context, { fieldId, variantId, pieces }) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    try {
      const wish = await priceWish(db.read, {
        siteId: fieldId,
        lines: [{ variantId, pieces }],
        now: clock.now(),
      });
      const { sum, site } = wish;
      const [refusal, { purse, payWays }] = await Promise.all([
        refusalOf(db.read, wish, session.playerId),
        payWaysAt(context, session, { tenantId: site.tenantId, siteId: site.id }),
      ]);
      const { balanceFen } = purse;
      const ways = payWays.filter((way) => way !== 'balance' || balanceFen >= sum.amountFen);
      return {
        price: priceOf(sum, say),
        ...sum,
        balanceFen,
        payWays: sum.amountFen > 0 ? ways : [],
        refusal: refusal ? say(refusal.key, refusal.params) : null,
      };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'conflict')
        return {
          ...{ price: '', points: 0, tickets: 0, amountFen: 0, balanceFen: 0, payWays: [] },
          refusal: say(error.key, error.params),
        };
      throw error;
    }
  },
};
