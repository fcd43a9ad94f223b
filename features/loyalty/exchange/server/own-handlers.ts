import { holdPlayer } from '#features/base/players/server/public.ts';
import {
  confirmWish,
  findPayPassword,
  holdSpending,
  proveWherePassword,
} from '#features/people/program/server/public.ts';
import { conflict, missing, unauthorized } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { ownCalls } from '../contract/own.ts';
import { isAbove } from '../rules/exchange-rules.ts';
import { scannedForm } from '../rules/pickup-code.ts';
import { stateAt } from './counter-handlers.ts';
import {
  type ExchangeRow,
  latestOfCounter,
  lockOwnExchange,
  type OwnExchangeRow,
  pageOwnExchanges,
  readOwn,
  writeExchange,
} from './exchange-queries.ts';
import { priceOf } from './order-handlers.ts';
import { codeOf } from './pickup-codes.ts';
import { exchangeOnline, settleAtCounter } from './place-exchange.ts';
import { readSetting } from './setting-queries.ts';
import { tellExchange, undoExchange } from './settle-exchange.ts';

type Calls = Pick<
  typeof ownCalls,
  | 'exchangeGoods'
  | 'listOwnExchanges'
  | 'readOwnExchange'
  | 'cancelOwnExchange'
  | 'readCounterWish'
  | 'confirmExchange'
  | 'refuseExchange'
>;

/** So long the phone still says what became of it. */
const shownMs = 10 * minuteMs;

const toOwn = (row: OwnExchangeRow, say: Say, now: Date) => ({
  ...row,
  state: stateAt(row, now),
  price: priceOf(row, say),
});

/** Money asks by the player's own limit, points by the merchant's; where there is no password nobody is asked. */
async function needsPassword(
  reader: Reader,
  order: Pick<ExchangeRow, 'tenantId' | 'points' | 'tickets' | 'amountFen'>,
): Promise<boolean> {
  const { passwordAbove } = await readSetting(reader, order.tenantId);
  return order.amountFen > 0 || isAbove(order, passwordAbove);
}

export const ownHandlers: Handlers<Calls> = {
  async exchangeGoods(context, input) {
    const { id, number } = await exchangeOnline(context, input);
    return { id, number };
  },

  async listOwnExchanges(context, input) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    const page = await pageOwnExchanges(db.read, session.scope, input);
    return mapPage(page, (row) => toOwn(row, say, clock.now()));
  },

  async readOwnExchange(context, { id }) {
    const { db, session, services, clock } = context;
    const row = await readOwn(db.read, session.scope, id);
    if (!row) throw missing();
    const waits = row.state === 'ready';
    return {
      ...toOwn(row, sayFor(context), clock.now()),
      code: waits && row.way === 'pickup' ? scannedForm(codeOf(services.secrets, id)) : null,
      cancellable: waits,
    };
  },

  async cancelOwnExchange({ db, session, services }, { id }) {
    await db.transaction(async (tx) => {
      const order = await lockOwnExchange(tx, session.scope, id);
      if (!order) throw missing();
      await undoExchange(tx, services, order, { state: 'cancelled', reason: 'exchange:reason.byPlayer' });
    });
    return {};
  },

  async readCounterWish(context) {
    const { db, session, clock } = context;
    const now = clock.now();
    const row = await latestOfCounter(db.read, session.scope, new Date(now.getTime() - shownMs));
    if (!row) return { wish: null };
    const password = await findPayPassword(db.read, session.scope);
    return {
      wish: {
        ...toOwn(row, sayFor(context), now),
        needsPassword: password !== undefined && (await needsPassword(db.read, row)),
      },
    };
  },

  async confirmExchange(context, { id, password }) {
    const { db, session, services, clock } = context;
    const asked = await readOwn(db.read, session.scope, id);
    if (!asked) throw missing();
    const asks = await needsPassword(db.read, asked);
    if (asks && asked.state === 'asked') await proveWherePassword(context, password);
    await db.transaction(async (tx) => {
      if (!(await holdPlayer(tx, session.playerId))) throw unauthorized();
      await holdSpending(tx, session.playerId);
      const order = await lockOwnExchange(tx, session.scope, id);
      if (!order) throw missing();
      if (order.state === 'done') return;
      const now = clock.now();
      if (stateAt(order, now) !== 'asked') throw conflict('exchange:error.askedOver');
      if (order.amountFen > 0 && (await findPayPassword(tx, session.scope)))
        await confirmWish(tx, session.scope, order.id, now);
      await settleAtCounter(tx, services, order);
    });
    return {};
  },

  async refuseExchange({ db, session, clock }, { id }) {
    await db.transaction(async (tx) => {
      const order = await lockOwnExchange(tx, session.scope, id);
      if (!order) throw missing();
      if (order.state !== 'asked') throw conflict('exchange:error.askedOver');
      await writeExchange(tx, order, { state: 'refused', endedAt: clock.now() });
      await tellExchange(tx, order);
    });
    return {};
  },
};
