import { resendWaitMs, sendCode } from '#features/base/accounts/server/public.ts';
import { sumOutlay } from '#features/selling/orders/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { merchantLimitChanged, type ownDataContract, takeBackDays } from '../contract/own-data.ts';
import { changedLimit, limitAt } from '../rules/limit-rules.ts';
import { closeAccount, holdingsOf, refundDue } from './delete-player.ts';
import { exportPlayer } from './export-player.ts';

import {
  holdSpending,
  readMerchantLimit,
  readOwnLimit,
  writeMerchantLimit,
  writeOwnLimit,
} from './limit-queries.ts';
import { codePhone, proveOwner, wayToProve } from './prove-owner.ts';
import { playerAsker } from './prove-pay-password.ts';

export const ownDataHandlers: Handlers<typeof ownDataContract> = {
  async readLimit({ db, session, clock }) {
    const now = clock.now();
    const [limit, spentFen] = await Promise.all([
      readOwnLimit(db.read, session.scope),
      sumOutlay(db.read, session.playerId, now),
    ]);
    const isToCome = limit.laterFrom !== null && limit.laterFrom > now;
    return {
      dailyFen: limitAt(limit, now),
      laterFen: isToCome ? limit.laterFen : null,
      laterFrom: isToCome ? limit.laterFrom : null,
      spentFen,
    };
  },

  async saveLimit({ db, session, clock }, { dailyFen }) {
    const now = clock.now();
    const limit = await db.transaction(async (tx) => {
      await holdSpending(tx, session.playerId);
      const changed = changedLimit(await readOwnLimit(tx, session.scope), dailyFen ?? null, now);
      await writeOwnLimit(tx, session.scope, changed, now);
      return changed;
    });
    return { dailyFen: limit.dailyFen, laterFrom: limit.laterFrom };
  },

  async readLeaving(context) {
    const { db, services, session, clock } = context;
    const now = clock.now();
    const { proof, phone } = await wayToProve(context);
    return {
      ...(await holdingsOf(db.read, services, session.playerId, now)),
      refundFen: await refundDue(db.read, session.playerId, now),
      proof,
      phone,
      days: takeBackDays,
    };
  },

  async sendOwnerCode(context, { purpose }) {
    const { services, address } = context;
    const phone = await codePhone(context);
    const asker = playerAsker(context.session);
    await sendCode(services, { phone, purpose, address, asker, deliver: true, wait: true });
    return { waitSeconds: resendWaitMs / secondMs };
  },

  async exportSelf(context, proof) {
    const { db, services, session, clock } = context;
    const useProof = await proveOwner(context, 'ownData', proof);
    await db.transaction(useProof);
    return exportPlayer(db.read, services, session.playerId, clock.now());
  },

  async deleteSelf(context, { password, code, ...givenUp }) {
    const useProof = await proveOwner(context, 'leaving', { password, code });
    return { closesAt: (await closeAccount(context, givenUp, useProof)).toISOString() };
  },

  readMerchantLimit: async ({ db, session }) => ({
    dailyFen: await readMerchantLimit(db.read, session.tenantId),
  }),

  async saveMerchantLimit(context, { dailyFen = null }) {
    const { session, clock } = context;
    const { tenantId, scope } = session;
    // it holds at every site of the merchant
    if (scope.kind === 'tenant' && scope.siteIds !== null) throw conflict('playerapp:error.allSites');
    await context.db.transaction(async (tx) => {
      const before = await readMerchantLimit(tx, tenantId);
      await writeMerchantLimit(tx, tenantId, dailyFen, clock.now());
      await audit(tx, context, {
        action: 'playerapp.saveLimit',
        entity: 'merchantLimit',
        entityId: tenantId,
        label: '',
        before: { dailyFen: before },
        after: { dailyFen },
      });
      await emit(tx, tenantTopic(tenantId), merchantLimitChanged, {});
    });
  },
};
