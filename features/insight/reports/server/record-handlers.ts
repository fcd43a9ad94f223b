import { siteNames } from '#features/base/sites/server/public.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { mayUse } from '#kit/server/session.ts';
import { isMoney, type recordsContract } from '../contract/records.ts';
import { revenueContract } from '../contract/revenue.ts';
import { placeNames } from './place-names.ts';
import { pageRecords, sumRecords } from './record-queries.ts';

export const recordHandlers: Handlers<typeof recordsContract> = {
  async listRecords({ db: { read }, session }, input) {
    const { scope } = session;
    const page = await pageRecords(read, scope, input);
    const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];
    const [machines, sites] = await Promise.all([
      placeNames(read, scope, 'device', idsOf(page.records.map(({ deviceId }) => deviceId))),
      siteNames(read, scope, idsOf(page.records.map(({ siteId }) => siteId))),
    ]);
    // who gets a share is another right than how much goes to others
    const maySay = input.figure !== 'shares' || mayUse(session, revenueContract.listPayables.access);
    return mapPage(page, ({ siteId, deviceId, amount, what, ...record }) => ({
      ...record,
      ...machines(deviceId ?? ''),
      // where it was then, not where the machine stands now
      fieldId: siteId,
      fieldName: sites.get(siteId ?? '') ?? null,
      what: maySay ? what : null,
      count: isMoney(input.figure) ? null : amount,
      amountFen: isMoney(input.figure) ? amount : null,
    }));
  },

  sumRecords: ({ db, session }, input) => sumRecords(db.read, session.scope, input),
};
