import { tenantNames } from '#features/accounts/server/public.ts';
import { conflict, invalid, unavailable } from '#kit/kernel/errors.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { change, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { platformTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { billsContract } from '../contract/bills.ts';
import { platformChanged } from '../contract/disputes.ts';
import { paymentDifferences } from '../tables.ts';
import { pageBills, pageDifferences } from './bill-queries.ts';
import { isPlatformFailure } from './channels.ts';
import { billChannels, billDays, compareBill } from './compare-bills.ts';

const difference = subjectOf(paymentDifferences, {
  entity: 'payment',
  label: ({ outNo }) => outNo,
  unlogged: ['endedAt', 'endedBy', 'endedByName'],
  tells: () => [told(platformTopic, platformChanged)],
});

export const billHandlers: Handlers<typeof billsContract> = {
  listBills: ({ db }, input) => pageBills(db.read, input),

  async listDifferences({ db }, input) {
    const page = await pageDifferences(db.read, input);
    const names = await tenantNames(
      db.read,
      page.records.map(({ tenantId }) => tenantId),
    );
    return mapPage(page, (row) => ({ ...row, tenantName: names.get(row.tenantId) ?? '' }));
  },

  async compareBills(context, { day }) {
    const { services, db, clock } = context;
    const today = businessDay(clock.now());
    if (day >= today || day < addDays(today, -billDays)) throw invalid('payments:error.billDay');
    const channels = billChannels(services);
    if (channels.length === 0) throw unavailable('payments:error.notConfigured');
    try {
      for (const channel of channels) await compareBill(services, channel, day);
    } catch (error) {
      if (isPlatformFailure(error)) throw unavailable('payments:error.noBill');
      throw error;
    }
    await db.transaction((tx) =>
      audit(tx, context, {
        action: 'payments.compareBills',
        entity: 'paymentPlatform',
        entityId: day,
        label: day,
      }),
    );
    return {};
  },

  /** Somebody looked it up at the platform and saw to it; our books have nothing to do with it. */
  async resolveDifference(context, { id, note }) {
    const { session, clock } = context;
    await change(context, difference, { id, action: 'payments.resolveDifference' }, ({ state }) => {
      if (state !== 'open') throw conflict('payments:error.disputeEnded');
      return {
        state: 'resolved' as const,
        endedAt: clock.now(),
        endedBy: session.userId,
        endedByName: session.name,
        note,
      };
    });
    return {};
  },
};
