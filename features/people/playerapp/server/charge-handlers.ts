import { holdPlayer } from '#features/base/players/server/public.ts';
import { conflict, missing, unauthorized } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { ChargeState, chargeContract } from '../contract/charge.ts';
import { chargeMember, settleCharge, tellCharge } from './charge-member.ts';
import { type ChargeRow, endCharge, latestOwnCharge, lockOwnCharge } from './charge-queries.ts';
import { holdSpending } from './limit-queries.ts';
import { namesOf } from './money-queries.ts';
import { confirmWish, findPayPassword } from './pay-password-queries.ts';
import { proveWherePassword } from './prove-pay-password.ts';

/** So long the phone still says what became of a charge. */
const shownMs = 10 * minuteMs;

const stateAt = ({ state, expiresAt }: ChargeRow, now: Date): ChargeState =>
  state === 'asked' && expiresAt && expiresAt <= now ? 'expired' : state;

/** As contracts say it. */
export const toCharge = (row: ChargeRow, now: Date) => ({
  id: row.id,
  state: stateAt(row, now),
  ...pick(row, 'amountFen', 'reason', 'orderNumber', 'expiresAt'),
});

export const chargeHandlers: Handlers<typeof chargeContract> = {
  chargeMember: async (context, input) => toCharge(await chargeMember(context, input), context.clock.now()),

  async readOwnCharge({ db, session, clock }) {
    const now = clock.now();
    const row = await latestOwnCharge(db.read, session.scope, new Date(now.getTime() - shownMs));
    if (!row) return { charge: null };
    const [names, password] = await Promise.all([
      namesOf(db.read, [row]),
      findPayPassword(db.read, session.scope),
    ]);
    return {
      charge: {
        ...toCharge(row, now),
        fieldId: row.siteId,
        fieldName: names.sites.get(row.siteId) ?? null,
        merchantName: names.tenants.get(row.tenantId) ?? '',
        needsPassword: password !== undefined,
      },
    };
  },

  async confirmCharge(context, { id, password }) {
    const { db, session, services, clock } = context;
    const hasPassword = (await findPayPassword(db.read, session.scope)) !== undefined;
    await proveWherePassword(context, password);
    const charge = await db.transaction(async (tx) => {
      if (!(await holdPlayer(tx, session.playerId))) throw unauthorized();
      await holdSpending(tx, session.playerId);
      const row = await lockOwnCharge(tx, session.scope, id);
      if (!row) throw missing('playerapp:error.noCharge');
      if (row.state === 'paid') return row;
      const now = clock.now();
      if (stateAt(row, now) !== 'asked') throw conflict('playerapp:error.chargeOver');
      if (hasPassword) await confirmWish(tx, session.scope, row.id, now);
      return settleCharge(tx, services, row);
    });
    return { orderNumber: charge.orderNumber ?? '' };
  },

  async refuseCharge({ db, session, clock }, { id }) {
    await db.transaction(async (tx) => {
      const row = await lockOwnCharge(tx, session.scope, id);
      if (!row) throw missing('playerapp:error.noCharge');
      if (row.state !== 'asked') throw conflict('playerapp:error.chargeOver');
      await endCharge(tx, row, { state: 'refused', endedAt: clock.now() });
      await tellCharge(tx, row);
    });
  },
};
