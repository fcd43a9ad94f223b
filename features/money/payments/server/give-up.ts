import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { platformChanged } from '../contract/disputes.ts';
import { changePayout, lockPayout } from './payout-queries.ts';
import { changeRefund, lockRefund } from './refund-queries.ts';

/**
 * A platform that has not said the last word for days: nobody asks by the clock any more. The money stays where it is; a
 * late notice still settles it, and people can ask from the page of payment platforms.
 */
export async function giveUp(
  services: Services,
  what: 'refund' | 'payout',
  id: { tenantId: string; id: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const row =
      what === 'refund'
        ? await lockRefund(tx, id).then((refund) => ({ ...refund, number: refund.outRefundNo }))
        : await lockPayout(tx, id).then((payout) => ({ ...payout, number: payout.outBillNo }));
    if (row.endedAt) return;
    const change = { givenUpAt: row.givenUpAt ?? services.clock.now(), nextTryAt: null };
    await (what === 'refund' ? changeRefund(tx, id, change) : changePayout(tx, id, change));
    // people have asked once more, and know
    if (row.givenUpAt) return;
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'realm', realm: 'platform' },
      titleKey: `payments:message.givenUp.${what}Title`,
      bodyKey: 'payments:message.givenUp.body',
      params: { number: row.number, amount: formatFen(row.amountFen) },
      level: 'warning',
      link: '/payment_platforms',
    });
    await emit(tx, platformTopic, platformChanged);
  });
}
