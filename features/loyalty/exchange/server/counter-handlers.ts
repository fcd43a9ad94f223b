import { assertSites } from '#features/base/sites/server/public.ts';
import {
  changeHandover,
  lockHandover,
  priceOf,
  readHandover,
  readShop,
  stateAt,
} from '#features/loyalty/handover/server/public.ts';
import { findShopVariants, priceWords } from '#features/loyalty/stock/server/public.ts';
import { takeScan } from '#features/people/playerapp/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import type { counterCalls } from '../contract/counter.ts';
import { askAtCounter } from './place-exchange.ts';
import { readOwned } from './price-wish.ts';

const mostFound = 20;

export const counterHandlers: Handlers<typeof counterCalls> = {
  async readCounterMember(context, { code, fieldId }) {
    const { session, db } = context;
    await assertSites(db.read, session.scope, [fieldId]);
    const { player } = await db.transaction((tx) => takeScan(tx, context, code));
    const { tenantId } = session;
    return {
      playerId: player.id,
      playerName: player.name,
      phone: player.phone,
      ...(await readOwned(db.read, { tenantId, playerId: player.id, siteId: fieldId })),
    };
  },

  async findCounterGoods(context, { fieldId, barcode, name }) {
    const { session, db, clock } = context;
    await assertSites(db.read, session.scope, [fieldId]);
    const { store, site } = await readShop(db.read, fieldId, session.scope);
    if (!store) throw conflict('exchange:error.noStore');
    const say = sayFor(context);
    const found = await findShopVariants(db.read, {
      tenantId: site.tenantId,
      storeId: store.id,
      now: clock.now(),
      barcode,
      name,
      size: mostFound,
    });
    return found.map((variant) => ({ ...variant, price: priceWords(variant, say) }));
  },

  async askExchange(context, { code, fieldId, lines }) {
    const { session, db } = context;
    const { order, player } = await db.transaction(async (tx) => {
      await assertSites(tx, session.scope, [fieldId]);
      const taken = await takeScan(tx, context, code);
      const asked = await askAtCounter(tx, context, taken, { fieldId, lines });
      await audit(tx, context, {
        action: 'exchange.ask',
        entity: 'exchange',
        entityId: asked.id,
        siteId: fieldId,
        label: asked.number,
        after: {
          ...pick(asked, 'goods', 'points', 'tickets', 'amountFen'),
        },
      });
      return { order: asked, player: taken.player };
    });
    return { ...order, playerName: player.name, price: priceOf(order, sayFor(context)) };
  },

  async withdrawExchange(context, { id }) {
    const { session, clock } = context;
    await context.db.transaction(async (tx) => {
      const order = await lockHandover(tx, session.scope, id);
      if (order?.way !== 'counter') throw missing();
      // who pressed a moment too late hands the goods over
      if (order.state === 'done') throw conflict('handover:error.over.done');
      // agreed upon: the member is paying
      if (order.state === 'unpaid') throw conflict('handover:error.over.unpaid');
      if (order.state !== 'asked') return;
      await changeHandover(tx, order, { state: 'cancelled', endedAt: clock.now() });
      await audit(tx, context, {
        action: 'exchange.withdraw',
        entity: 'exchange',
        entityId: id,
        siteId: order.siteId,
        label: order.number,
        after: { goods: order.goods },
      });
    });
    return {};
  },

  async readAskedAtCounter(context, { id }) {
    const { session, db, clock } = context;
    const row = await readHandover(db.read, session.scope, id);
    if (row?.way !== 'counter') throw missing();
    return { ...row, state: stateAt(row, clock.now()), price: priceOf(row, sayFor(context)) };
  },
};
