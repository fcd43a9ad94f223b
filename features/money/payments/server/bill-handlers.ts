import { invalid, unavailable } from '#kit/kernel/errors.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { change, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { billsContract } from '../contract/bills.ts';
import { paymentDifferences } from '../tables.ts';
import { pageBills, pageDifferences } from './bill-queries.ts';
import { isPlatformFailure } from './channels.ts';
import { billChannels, billDays, compareBill } from './compare-bills.ts';
import { merchantNames, platformCase, resolvedBy } from './platform-cases.ts';

const difference = subjectOf(paymentDifferences, { ...platformCase, label: ({ outNo }) => outNo });

export const billHandlers: Handlers<typeof billsContract> = {
  listBills: ({ db }, input) => pageBills(db.read, input),

  async listDifferences({ db }, input) {
    const page = await pageDifferences(db.read, input);
    const nameOf = await merchantNames(db.read, page.records);
    return mapPage(page, (row) => ({ ...row, tenantName: nameOf(row) }));
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
  },

  async resolveDifference(context, { id, note }) {
    await change(
      context,
      difference,
      { id, action: 'payments.resolveDifference' },
      resolvedBy(context, note),
    );
  },
};
