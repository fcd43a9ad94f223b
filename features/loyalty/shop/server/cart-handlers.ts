import { ownAddresses } from '#features/base/players/server/public.ts';
import { siteTerms } from '#features/base/sites/server/public.ts';
import { mostPieces } from '#features/loyalty/handover/contract.ts';
import { readShop } from '#features/loyalty/handover/server/public.ts';
import { payWaysAt, sellInApp } from '#features/selling/orders/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { type Context, type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { mostLines } from '../contract/kinds.ts';
import type { CartLine, ownCalls } from '../contract/own.ts';
import { lineName, type Wanted } from '../rules/cart-rules.ts';
import { holdCart, readCartLines, writeCartLine } from './cart-queries.ts';
import { directLine, draftGoods } from './draft-order.ts';
import { offeredLines, quoteGoods, type WantedLine } from './price-goods.ts';

/** A variant that was taken away altogether is shown as gone, without a price. */
function toCartLine({ variantId, pieces, offered, problem }: WantedLine, say: Say): CartLine {
  const name = offered ? lineName(offered) : say('shop:cart.unknown');
  const { why, ...params } = problem ?? { why: null };
  return {
    variantId,
    goodId: offered?.goodId ?? '',
    name: offered?.name ?? name,
    variantName: offered?.variantName ?? '',
    picture: offered?.picture ?? null,
    unitFen: offered?.priceFen ?? 0,
    pieces,
    amountFen: problem ? 0 : (offered?.priceFen ?? 0) * pieces,
    free: Math.max(0, offered?.free ?? 0),
    problem: why && say(`shop:problem.${why}`, params),
  };
}

async function shopWithStore(reader: Reader, fieldId: string) {
  const { store, ...shop } = await readShop(reader, fieldId);
  if (!store) throw missing('shop:error.noShop');
  return { ...shop, store };
}

/** What is wanted at a shop, as it is offered there now and what it costs. */
async function readWanted(context: Context<PlayerSession>, fieldId: string, direct: Wanted | undefined) {
  const { db, session, services, clock } = context;
  const { site, store, setting, open } = await shopWithStore(db.read, fieldId);
  const { tenantId } = site;
  const now = clock.now();
  const say = sayFor(context);
  const cart = { tenantId, siteId: fieldId, playerId: session.playerId };
  const wanted = direct ? [direct] : await readCartLines(db.read, cart);
  const lines = await offeredLines(db.read, { tenantId, storeId: store.id, now }, wanted);
  return {
    tenantId,
    store,
    setting,
    answer: {
      fieldName: site.name,
      open,
      lines: lines.map((line) => toCartLine(line, say)),
      ...(await quoteGoods(services, db.read, { cart, lines, now, say })),
    },
  };
}

type Calls = Pick<typeof ownCalls, 'readCart' | 'setCartLine' | 'readCheckout' | 'orderGoods'>;

export const cartHandlers: Handlers<Calls> = {
  async readCart(context, { fieldId }) {
    const { answer } = await readWanted(context, fieldId, undefined);
    return { ...answer, pieces: answer.lines.reduce((sum, { pieces }) => sum + pieces, 0) };
  },

  async setCartLine({ db, session, clock }, { fieldId, variantId, pieces: given, how }) {
    const { site, store } = await shopWithStore(db.read, fieldId);
    const [tenantId, storeId] = [site.tenantId, store.id];
    const cart = { tenantId, siteId: fieldId, playerId: session.playerId };
    const now = clock.now();
    return db.transaction(async (tx) => {
      await holdCart(tx, cart);
      const lines = await readCartLines(tx, cart);
      const before = lines.find((line) => line.variantId === variantId)?.pieces ?? 0;
      const pieces = how === 'add' ? before + given : given;
      const others = lines.filter((line) => line.variantId !== variantId);
      const [offer] = await offeredLines(tx, { tenantId, storeId, now }, [{ variantId, pieces }]);
      const known = offer?.offered;
      // fewer than before may always be had: that is how somebody comes down to what there is
      if (pieces > before) {
        const { why, ...params } = offer?.problem ?? { why: undefined };
        if (why) throw conflict(`shop:error.${why}`, { name: known ? lineName(known) : '', ...params });
        if (pieces > mostPieces) throw invalid('shop:error.tooManyPieces', { most: mostPieces });
        if (before === 0 && others.length >= mostLines)
          throw invalid('shop:error.tooManyLines', { most: mostLines });
      }
      await writeCartLine(tx, cart, { variantId, pieces }, now);
      return { pieces, inAll: pieces + others.reduce((sum, line) => sum + line.pieces, 0) };
    });
  },

  async readCheckout(context, { fieldId, ...wish }) {
    const { db, session } = context;
    const { tenantId, store, setting, answer } = await readWanted(context, fieldId, directLine(wish));
    const [{ purse, payWays }, addresses, terms] = await Promise.all([
      payWaysAt(context, session, { tenantId, siteId: fieldId }),
      ownAddresses(db.read, session.scope),
      siteTerms(db.read, tenantScope(tenantId), fieldId),
    ]);
    const { address = '', contactNumber } = terms ?? {};
    const counter = { name: store.name, address, contactNumber: contactNumber || null };
    const { pickupDays, shipping } = setting;
    return { ...answer, counter, pickupDays, shipping, addresses, balanceFen: purse.balanceFen, payWays };
  },

  orderGoods: (context, { requestId, ...wish }) =>
    sellInApp(context, { fieldId: wish.fieldId, payWay: wish.payWay, requestId, wish }, (tx, buyer) =>
      draftGoods(tx, context.services, buyer, wish),
    ),
};
