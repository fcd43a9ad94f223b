import {
  changeHandover,
  findOwnHandover,
  type HandoverRow,
  type OwnRow,
  priceOf,
  readOwn,
  readSetting,
  stateAt,
} from '#features/loyalty/handover/server/public.ts';
import { findPayPassword, proveWherePassword } from '#features/people/playerapp/server/public.ts';
import { payWaysAt } from '#features/selling/orders/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { ownCalls } from '../contract/own.ts';
import { isAbove } from '../rules/exchange-rules.ts';
import { latestOfCounter, pageOwnExchanges } from './own-queries.ts';
import { exchangeOnline } from './place-exchange.ts';
import { payAtCounter, settleAtCounter } from './settle-at-counter.ts';

type Calls = Pick<
  typeof ownCalls,
  'exchangeGoods' | 'listOwnExchanges' | 'readCounterWish' | 'confirmExchange' | 'refuseExchange'
>;

/** So long the phone still says what became of it. */
const shownMs = 10 * minuteMs;

const toOwn = (row: OwnRow, say: Say, now: Date) => ({
  ...row,
  state: stateAt(row, now),
  price: priceOf(row, say),
});

/** Points ask by the merchant's limit; balance asks by itself, where it pays. */
const pointsAsk = async (
  reader: Reader,
  order: Pick<HandoverRow, 'tenantId' | 'points' | 'tickets'>,
): Promise<boolean> => isAbove(order, (await readSetting(reader, order.tenantId)).passwordAbove);

export const ownHandlers: Handlers<Calls> = {
  async exchangeGoods(context, input) {
    const { order, row } = await exchangeOnline(context, input);
    if (row) return { id: row.id, number: row.number, order: null };
    const placed = await readOwn(context.db.read, context.session.scope, order);
    if (!placed) throw missing();
    return { id: placed.row.id, number: placed.row.number, order };
  },

  async listOwnExchanges(context, input) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    const page = await pageOwnExchanges(db.read, session.scope, input);
    return mapPage(page, (row) => toOwn(row, say, clock.now()));
  },

  async readCounterWish(context) {
    const { db, session, clock } = context;
    const now = clock.now();
    const row = await latestOfCounter(db.read, session.scope, new Date(now.getTime() - shownMs));
    if (!row) return { wish: null };
    const { tenantId, fieldId: siteId, amountFen } = row;
    const hasPassword = (await findPayPassword(db.read, session.scope)) !== undefined;
    const money =
      row.state === 'asked' && amountFen > 0 && siteId
        ? await payWaysAt(context, session, { tenantId, siteId })
        : undefined;
    return {
      wish: {
        ...toOwn(row, sayFor(context), now),
        needsPassword: hasPassword && (await pointsAsk(db.read, row)),
        balanceNeedsPassword: hasPassword && amountFen > 0,
        balanceFen: money?.purse.balanceFen ?? 0,
        payWays: (money?.payWays ?? []).filter(
          (way) => way !== 'balance' || (money?.purse.balanceFen ?? 0) >= amountFen,
        ),
      },
    };
  },

  async confirmExchange(context, { id, password, payWay = 'balance' }) {
    const { db, session } = context;
    const asked = await findOwnHandover(db.read, session.scope, id);
    if (!asked) throw missing();
    const costsMoney = asked.amountFen > 0;
    const asks = (costsMoney && payWay === 'balance') || (await pointsAsk(db.read, asked));
    if (asks && asked.state === 'asked') await proveWherePassword(context, password);
    if (costsMoney) return { order: await payAtCounter(context, asked, payWay) };
    await settleAtCounter(context, id);
    return { order: null };
  },

  async refuseExchange({ db, session, clock }, { id }) {
    await db.transaction(async (tx) => {
      const row = await findOwnHandover(tx, session.scope, id, 'update');
      if (!row) throw missing();
      if (row.state !== 'asked') throw conflict('exchange:error.askedOver');
      await changeHandover(tx, row, { state: 'refused', endedAt: clock.now() });
    });
    return {};
  },
};
