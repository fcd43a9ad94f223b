import { sendSystemMessage } from '#features/base/content/server/public.ts';
import {
  type AccountName,
  clearing,
  platformAdjustment,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { payouts } from '../tables.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { subjectOf } from './payment-queries.ts';
import { changePayout, lockPayout, type PayoutRow } from './payout-queries.ts';
import type { Settled } from './settle-trade.ts';

/** Paid after it had failed, and given back to its owner since: as with refunds, somebody bears it until it is taken over. */
export async function bearLatePayout(tx: Tx, services: Services, payout: PayoutRow): Promise<Settled> {
  if (payout.returnedLateAt) return 'repeated';
  const { id, tenantId, amountFen } = payout;
  const subject = subjectOf(payout);
  const paidFrom = clearing(payout.channel);
  const own = [platformAdjustment, paidFrom];
  await takeBeforehand(tx, services, { tenantId, subject, why: 'payoutDoneLate' }, own);
  await postTransfers(tx, [
    {
      key: `payout-late:${id}`,
      tenantId,
      kind: 'payout-late',
      legs: [
        { account: platformAdjustment, amount: -amountFen },
        { account: paidFrom, amount: amountFen },
      ],
      subject,
    },
  ]);
  await changePayout(tx, payout, { returnedLateAt: services.clock.now() });
  await tell(tx, services, 'payoutDoneLate', { id, tenantId, subject, amountFen });
  if (!(await lockPayout(tx, payout)).lateSettledAt)
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'realm', realm: 'platform' },
      titleKey: 'payments:message.latePayoutTitle',
      bodyKey: 'payments:message.latePayoutBody',
      params: { number: payout.outBillNo, amount: formatFen(payout.amountFen) },
      level: 'warning',
      link: '/money_adjustment',
    });
  return 'settled';
}

/** Payouts of a subject that were paid after they had failed and wait for their owner. */
export async function latePayouts(
  reader: Reader,
  tenantId: string,
  subject: { kind: string; id: string },
): Promise<{ id: string; amountFen: number }[]> {
  const found = await find(reader, tenantScope(tenantId), payouts, {
    subjectKind: subject.kind,
    subjectId: subject.id,
    lateSettledAt: null,
  });
  return found.filter(({ returnedLateAt }) => returnedLateAt !== null);
}

/** The whole of it comes from where the owner has it now. */
export async function takeOverLatePayout(
  tx: Tx,
  services: Services,
  request: { tenantId: string; id: string; debit: AccountName },
): Promise<void> {
  const payout = await lockPayout(tx, request);
  if (!payout.returnedLateAt || payout.lateSettledAt)
    throw new Error(`payout ${payout.id} was not paid late, or is settled`);
  await postTransfers(tx, [
    {
      key: `payout-late-settled:${payout.id}`,
      tenantId: payout.tenantId,
      kind: 'payout-late-settled',
      legs: [
        { account: request.debit, amount: -payout.amountFen },
        { account: platformAdjustment, amount: payout.amountFen },
      ],
      subject: subjectOf(payout),
    },
  ]);
  await changePayout(tx, payout, { lateSettledAt: services.clock.now() });
}
