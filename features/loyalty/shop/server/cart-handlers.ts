import { ownAddresses } from '#features/base/addresses/server/public.ts';
import { pickupDaysOf } from '#features/loyalty/exchange/server/public.ts';
import { payWaysAt, sellInApp } from '#features/selling/orders/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { type Context, type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import { mostLines, mostPieces } from '../contract/kinds.ts';
import type { CartLine, ownCalls } from '../contract/own.ts';
import { lineName, type Wanted } from '../rules/cart-rules.ts';
import { holdCart, readCartLines, writeCartLine } from './cart-queries.ts';
import { directLine, draftGoods } from './draft-order.ts';
import { offeredLines, quoteGoods, requireStore, type WantedLine } from './price-goods.ts';
import { requireShop } from './shelf-handlers.ts';

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

/** What is wanted at a shop, as it is offered there now and what it costs. */
async function readWanted(context: Context<PlayerSession>, fieldId: string, direct: Wanted | undefined) {
  const { db, session, services, clock } = context;
  const { tenantId, name, enabled, address, contactNumber } = await requireShop(db.read, fieldId);
  const store = await requireStore(db.read, tenantId, fieldId);
  const now = clock.now();
  const say = sayFor(context);
  const cart = { tenantId, siteId: fieldId, playerId: session.playerId };
  const wanted = direct ? [direct] : await readCartLines(db.read, cart);
  const lines = await offeredLines(db.read, { tenantId, storeId: store.id, now }, wanted);
  return {
    tenantId,
    counter: { name: store.name, address, contactNumber: contactNumber || null },
    answer: {
      fieldName: name,
      open: enabled,
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
    const { tenantId } = await requireShop(db.read, fieldId);
    const { id: storeId } = await requireStore(db.read, tenantId, fieldId);
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
    const { tenantId, counter, answer } = await readWanted(context, fieldId, directLine(wish));
    const [{ purse, payWays }, addresses, pickUpDays] = await Promise.all([
      payWaysAt(context, session, { tenantId, siteId: fieldId }),
      ownAddresses(db.read, session.scope),
      pickupDaysOf(db.read, tenantId),
    ]);
    return { ...answer, counter, pickUpDays, addresses, balanceFen: purse.balanceFen, payWays };
  },

  orderGoods: (context, { requestId, ...wish }) =>
    sellInApp(context, { fieldId: wish.fieldId, payWay: wish.payWay, requestId, wish }, (tx, buyer) =>
      draftGoods(tx, context.services, buyer, wish, context.session.scope),
    ),
};
