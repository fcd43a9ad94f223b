import { tenantName } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { plainCode } from '#kit/kernel/typed-code.ts';
import { changeMany, subjectOf } from '#kit/server/change.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { vouchersChanged } from '../contract/kinds.ts';
import type { vouchersContract } from '../contract/vouchers.ts';
import { voucherStateOf } from '../rules/voucher-rules.ts';
import { voucherBatches, vouchers } from '../tables.ts';
import { issueVouchers } from './issue-vouchers.ts';
import { countTry, redeemVoucher } from './redeem-voucher.ts';
import { printVouchers, takeVoucherCodes } from './voucher-code-handlers.ts';
import { codeOf, hashOf } from './voucher-codes.ts';
import { pageBatches, pageVouchers } from './voucher-queries.ts';
import { lastDay, worthText } from './voucher-words.ts';

const batchSubject = subjectOf(voucherBatches, {
  entity: 'voucherBatch',
  label: ({ name }) => name,
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), vouchersChanged)],
});
const voucherSubject = subjectOf(vouchers, {
  entity: 'voucher',
  label: ({ number }) => String(number),
  unlogged: ['codeHash'],
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), vouchersChanged)],
});

export const voucherHandlers: Handlers<typeof vouchersContract> = {
  async listVoucherBatches(context, input) {
    const now = context.clock.now();
    const say = sayFor(context);
    const page = await pageBatches(context.db.read, context.session.scope, input, now);
    return mapPage(page, ({ unused, userId, codesTakenAt, ...row }) => {
      const state = row.voidedAt ? 'voided' : row.expiresAt > now ? 'open' : 'expired';
      return {
        ...row,
        state,
        open: state === 'open' ? unused : 0,
        worthText: worthText(row, say),
        until: lastDay(row),
        mine: userId === context.session.userId,
        codesTaken: codesTakenAt !== null,
      } as const;
    });
  },

  createVouchers: issueVouchers,

  async voidBatches(context, { ids }) {
    const voidedAt = context.clock.now();
    await changeMany(context, batchSubject, { ids, action: 'rewards.voidBatch' }, (row) =>
      row.voidedAt ? undefined : { voidedAt },
    );
  },

  async listVouchers({ db, session, clock }, input) {
    const now = clock.now();
    const page = await pageVouchers(db.read, session.scope, input, now);
    return mapPage(page, (row) => ({ ...row, state: voucherStateOf(row, now) }));
  },

  async listVoucherCodes(context, input) {
    const now = context.clock.now();
    const page = await pageVouchers(context.db.read, context.session.scope, input, now);
    return mapPage(page, ({ makerId, ...row }) => ({
      ...row,
      state: voucherStateOf(row, now),
      code: `…${codeOf(context.services.secrets, row.id).slice(-4)}`,
      mine: makerId === context.session.userId,
    }));
  },

  takeVoucherCodes,

  async voidVouchers(context, { ids }) {
    const voidedAt = context.clock.now();
    await changeMany(context, voucherSubject, { ids, action: 'rewards.voidVoucher' }, (row) =>
      row.redeemedAt || row.voidedAt ? undefined : { voidedAt },
    );
  },

  printVouchers,

  async redeemVoucher(context, { code, payAt }) {
    const { db, session, services, clock } = context;
    const now = clock.now();
    const codeHash = hashOf(services.secrets, plainCode(code));
    const tryId = await db.transaction((tx) => countTry(tx, session.scope, now));
    const { batch, held } = await db.transaction((tx) =>
      redeemVoucher(tx, session.scope, { codeHash, tryId, payAt, now }),
    );
    const [merchantName, sites] = await Promise.all([
      tenantName(db.read, batch.tenantId),
      siteNames(db.read, tenantScope(batch.tenantId), [batch.siteId]),
    ]);
    return {
      name: batch.name,
      value: batch.value,
      worthText: worthText(batch, sayFor(context)),
      held,
      merchantName: merchantName ?? '',
      fieldId: batch.siteId,
      fieldName: sites.get(batch.siteId) ?? null,
    };
  },
};
