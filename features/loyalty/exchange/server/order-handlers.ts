import { handOut, priceWords } from '#features/loyalty/stock/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { exchangeSettingChanged } from '../contract/events.ts';
import type { ordersCalls } from '../contract/orders.ts';
import { pickupCodeIn } from '../rules/pickup-code.ts';
import {
  type ExchangeRow,
  findByCode,
  type ListedExchange,
  lockExchange,
  pageExchanges,
  readExchange,
  writeExchange,
} from './exchange-queries.ts';
import { hashOf } from './pickup-codes.ts';
import { readSetting, writeSetting } from './setting-queries.ts';
import { stockKey, tellExchange, undoExchange } from './settle-exchange.ts';

interface Costs {
  points: number;
  tickets: number;
  amountFen: number;
}

/** What an exchange cost, in words. */
export const priceOf = ({ points, tickets, amountFen }: Costs, say: Say): string =>
  priceWords({ pricePoints: points, priceTickets: tickets, priceFen: amountFen }, say);

/** The number is for the parcel: afterwards nobody need read it. */
const toRecord = (row: ListedExchange, say: Say) => ({
  ...row,
  phone: row.state === 'ready' ? row.phone : maskPhone(row.phone),
  price: priceOf(row, say),
});

/** What a typed or scanned code stands for at the caller's sites; whether another shop knows it is told to nobody. */
function hashOfTyped({ services }: StaffContext, typed: string): string {
  const code = pickupCodeIn(typed);
  if (!code) throw missing('exchange:error.noCode');
  return hashOf(services.secrets, code);
}

const personOf = ({ session }: StaffContext) => ({ userId: session.userId, userName: session.name });

/** Pieces leave the store: the document of stock names the exchange. */
async function letLeave(
  tx: Tx,
  context: StaffContext,
  order: ExchangeRow,
  change: { state: 'done' | 'shipped'; carrier?: string; trackingNumber?: string },
): Promise<void> {
  const at = context.clock.now();
  const { tenantId, id, number } = order;
  await handOut(tx, { tenantId, key: stockKey(id), note: number, ...personOf(context), at });
  await writeExchange(tx, order, { ...change, ...personOf(context), waitsUntil: null, endedAt: at });
  await audit(tx, context, {
    action: change.state === 'done' ? 'exchange.handOut' : 'exchange.ship',
    entity: 'exchange',
    entityId: id,
    siteId: order.siteId,
    label: number,
    after: { goods: order.goods, ...change },
  });
  await tellExchange(tx, order);
}

export const orderHandlers: Handlers<typeof ordersCalls> = {
  async listExchanges(context, input) {
    const say = sayFor(context);
    const page = await pageExchanges(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => toRecord(row, say));
  },

  async readExchangeByCode(context, { code }) {
    const { db, session } = context;
    const order = await findByCode(db.read, session.scope, hashOfTyped(context, code));
    const row = order && (await readExchange(db.read, session.scope, order.id));
    if (!row) throw missing('exchange:error.noCode');
    return toRecord(row, sayFor(context));
  },

  async handOutExchange(context, { code }) {
    const codeHash = hashOfTyped(context, code);
    return context.db.transaction(async (tx) => {
      const order = await findByCode(tx, context.session.scope, codeHash, 'update');
      if (!order) throw missing('exchange:error.noCode');
      if (order.state !== 'ready') throw conflict(`exchange:error.over.${order.state}`);
      await letLeave(tx, context, order, { state: 'done' });
      return { id: order.id, goods: order.goods };
    });
  },

  async shipExchange(context, { id, carrier, trackingNumber }) {
    await context.db.transaction(async (tx) => {
      const order = await lockExchange(tx, context.session.scope, id);
      if (!order) throw missing();
      if (order.way !== 'ship') throw conflict('exchange:error.notSent');
      if (order.state !== 'ready') throw conflict(`exchange:error.over.${order.state}`);
      await letLeave(tx, context, order, { state: 'shipped', carrier, trackingNumber });
    });
    return {};
  },

  async cancelExchange(context, { id, reason }) {
    const { session, services } = context;
    await context.db.transaction(async (tx) => {
      const order = await lockExchange(tx, session.scope, id);
      if (!order) throw missing();
      const user = { id: session.userId, name: session.name };
      await undoExchange(tx, services, order, { state: 'cancelled', reason, user });
      await audit(tx, context, {
        action: 'exchange.cancel',
        entity: 'exchange',
        entityId: id,
        siteId: order.siteId,
        label: order.number,
        after: { goods: order.goods, reason },
      });
    });
    return {};
  },

  async readExchangeSetting({ db, session }) {
    const { tenantId: _, ...setting } = await readSetting(db.read, session.tenantId);
    return setting;
  },

  async saveExchangeSetting(context, { rules = '', banner = null, passwordAbove = null, ...given }) {
    const { session } = context;
    const { scope, tenantId } = session;
    // what holds at all sites is set by who sees all of them
    assertWhole(scope, 'exchange:error.allSites');
    const after = { ...given, rules, banner, passwordAbove };
    await context.db.transaction(async (tx) => {
      const { tenantId: _, ...before } = await writeSetting(tx, { tenantId, ...after });
      await audit(tx, context, {
        action: 'exchange.saveSetting',
        entity: 'exchangeSetting',
        entityId: tenantId,
        label: '',
        before,
        after,
      });
      await emit(tx, tenantTopic(tenantId), exchangeSettingChanged);
    });
    return {};
  },
};
