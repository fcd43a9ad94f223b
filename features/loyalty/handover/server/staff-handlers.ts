import { priceWords } from '#features/loyalty/stock/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { handoverSettingChanged } from '../contract/events.ts';
import type { staffCalls } from '../contract/staff.ts';
import {
  findByCode,
  type HandoverRow,
  type ListedHandover,
  lockHandover,
  pageHandovers,
  readHandover,
} from './handover-queries.ts';
import { hashesOfTyped } from './pickup-codes.ts';
import { readSetting, writeSetting } from './setting-queries.ts';
import { changeHandover, letOut, lockWithOrder, undoHandover } from './settle-handover.ts';

/** What goods cost, in words. */
export const priceOf = (
  { points, tickets, amountFen }: Pick<HandoverRow, 'points' | 'tickets' | 'amountFen'>,
  say: Say,
): string => priceWords({ pricePoints: points, priceTickets: tickets, priceFen: amountFen }, say);

/** The number is for the parcel: afterwards nobody need read it. */
const toRecord = (row: ListedHandover, say: Say) => ({
  ...row,
  phone: row.state === 'ready' ? row.phone : maskPhone(row.phone),
  price: priceOf(row, say),
});

/** The log goes on under the names it has always had. */
const logged = {
  exchange: { entity: 'exchange', done: 'exchange.handOut', shipped: 'exchange.ship' },
  sale: { entity: 'order', done: 'shop.handOut', shipped: 'shop.ship' },
} as const;

/** Pieces leave the store: the document of stock names what they left for. */
async function letLeave(
  tx: Tx,
  context: StaffContext,
  row: HandoverRow,
  change: { state: 'done' | 'shipped'; carrier?: string; trackingNumber?: string },
): Promise<void> {
  const at = context.clock.now();
  const by = { userId: context.session.userId, userName: context.session.name };
  await letOut(tx, row, { ...by, at });
  await changeHandover(tx, row, { ...change, ...by, waitsUntil: null, handedAt: at, endedAt: at });
  const names = logged[row.kind];
  await audit(tx, context, {
    action: names[change.state],
    entity: names.entity,
    entityId: row.id,
    siteId: row.siteId,
    label: row.number,
    after: { goods: row.goods, ...change },
  });
}

export const staffHandlers: Handlers<typeof staffCalls> = {
  async listHandovers(context, input) {
    const say = sayFor(context);
    const page = await pageHandovers(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => toRecord(row, say));
  },

  /** At the caller's sites; whether another shop knows the code is told to nobody. */
  async readByCode(context, { code }) {
    const { db, session, services } = context;
    const found = await findByCode(db.read, session.scope, hashesOfTyped(services.secrets, code));
    const row = found && (await readHandover(db.read, session.scope, found.id));
    if (!row) throw missing('handover:error.noCode');
    return toRecord(row, sayFor(context));
  },

  async handOut(context, { code }) {
    const hashes = hashesOfTyped(context.services.secrets, code);
    return context.db.transaction(async (tx) => {
      // a second call at the same moment waits here, and finds it handed out
      const row = await findByCode(tx, context.session.scope, hashes, 'update');
      if (!row) throw missing('handover:error.noCode');
      if (row.state !== 'ready') throw conflict(`handover:error.over.${row.state}`);
      await letLeave(tx, context, row, { state: 'done' });
      return { id: row.id, number: row.number, goods: row.goods };
    });
  },

  async ship(context, { id, carrier, trackingNumber }) {
    await context.db.transaction(async (tx) => {
      const row = await lockHandover(tx, context.session.scope, id);
      if (!row) throw missing();
      if (row.way !== 'ship') throw conflict('handover:error.notSent');
      if (row.state !== 'ready') throw conflict(`handover:error.over.${row.state}`);
      await letLeave(tx, context, row, { state: 'shipped', carrier, trackingNumber });
    });
    return {};
  },

  async cancelExchange(context, { id, reason }) {
    const { session, services } = context;
    await context.db.transaction(async (tx) => {
      const row = await lockWithOrder(tx, session.scope, id);
      if (!row) throw missing();
      // money for goods goes back by its order, which has its own right
      if (row.kind === 'sale') throw conflict('handover:error.refundInstead', { number: row.number });
      const user = { id: session.userId, name: session.name };
      await undoHandover(tx, services, row, { state: 'cancelled', reason, user });
      await audit(tx, context, {
        action: 'exchange.cancel',
        entity: 'exchange',
        entityId: id,
        siteId: row.siteId,
        label: row.number,
        after: { goods: row.goods, reason },
      });
    });
    return {};
  },

  async readStoreSetting({ db, session }) {
    const { tenantId: _, ...setting } = await readSetting(db.read, session.tenantId);
    return setting;
  },

  async saveStoreSetting(context, { rules = '', banner = null, passwordAbove = null, ...given }) {
    const { session } = context;
    const { scope, tenantId } = session;
    // what holds at all sites is set by who sees all of them
    assertWhole(scope, 'handover:error.allSites');
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
      await emit(tx, tenantTopic(tenantId), handoverSettingChanged);
    });
    return {};
  },
};
