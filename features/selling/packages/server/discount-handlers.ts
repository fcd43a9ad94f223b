import { sql } from 'drizzle-orm';
import { assertSites, siteHours, siteNames } from '#features/base/sites/server/public.ts';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type DiscountValues, type discountCalls, mostDiscounts } from '../contract/discounts.ts';
import type { Rounding } from '../contract/price-rules.ts';
import { discounts, priceTerms } from '../tables.ts';
import { checkTerm, fromNowAt, withStanding } from './check-term.ts';
import { copyToSites, sameName } from './copy-to-sites.ts';
import {
  type DiscountRow,
  discountsOfSite,
  pageDiscounts,
  requireDiscounts,
  roundingOf,
} from './discount-queries.ts';
import { changePrices, latestVersion } from './price-versions.ts';

const discount = subjectOf(discounts, {
  entity: 'discount',
  label: ({ name }) => name,
  alive: { removedAt: null },
  taken: { price_discount_name: { key: 'packages:error.sameName', field: 'name' } },
});

async function addDiscount(tx: Tx, context: StaffContext, siteId: string, values: DiscountValues) {
  const there = await discountsOfSite(tx, context.session.scope, siteId);
  if (there.length >= mostDiscounts) throw invalid('packages:error.tooMany', { max: mostDiscounts });
  return addRow(tx, context, discount, { action: 'packages.addDiscount' }, { ...values, siteId });
}

async function saveOne(
  tx: Tx,
  context: StaffContext,
  siteId: string,
  { id, ...values }: DiscountValues & { id?: string | undefined },
) {
  checkTerm(values);
  const isFromNow = await fromNowAt(tx, context, siteId);
  if (!id) {
    isFromNow(values);
    return addDiscount(tx, context, siteId, values);
  }
  return changeRow(tx, context, discount, { id, action: 'packages.changeDiscount' }, (before) => {
    if (before.siteId !== siteId) throw invalidField('fieldId', 'packages:error.staysAtSite');
    isFromNow(values, before);
    return values;
  });
}

async function end(tx: Tx, context: StaffContext, ids: readonly string[]): Promise<void> {
  const set = { removedAt: context.clock.now() };
  await dropRows(tx, context, discount, { ids, action: 'packages.removeDiscount', set });
}

async function roundTo(tx: Tx, context: StaffContext, siteId: string, rounding: Rounding): Promise<void> {
  const { tenantId, scope } = context.session;
  await tx.execute(sql`
    insert into price_terms (tenant_id, id, rounding) values (${tenantId}, ${siteId}, 'fen') on conflict do nothing`);
  const name = (await siteNames(tx, scope, [siteId])).get(siteId) ?? '';
  const terms = subjectOf(priceTerms, { entity: 'site', label: () => name });
  await changeRow(tx, context, terms, { id: siteId, action: 'packages.setRounding' }, (row) =>
    row.rounding === rounding ? undefined : { rounding },
  );
}

function valuesOf(row: DiscountRow): DiscountValues {
  const { name, basisPoints, things, withLevel, active, fromDay, toDay, hours } = row;
  return { name, basisPoints, things, withLevel, active, fromDay, toDay, hours };
}

export const discountHandlers: Handlers<typeof discountCalls> = {
  async listDiscounts({ db, session, clock }, input) {
    const page = await pageDiscounts(db.read, session.scope, input);
    const clocks = await siteHours(
      db.read,
      session.scope,
      page.records.map(({ fieldId }) => fieldId),
    );
    return mapPage(page, (row) => withStanding(row, clock.now(), clocks.get(row.fieldId)));
  },

  saveDiscount: (context, { fieldId, ...one }) =>
    changePrices(context, [fieldId], (tx) => saveOne(tx, context, fieldId, one)),

  saveDiscounts: (context, { fieldId, discounts: wanted }) =>
    changePrices(context, [fieldId], async (tx) => {
      const ids: string[] = [];
      for (const one of wanted) ids.push((await saveOne(tx, context, fieldId, one)).id);
      return { ids };
    }),

  async copyDiscounts(context, { ids, fieldIds }) {
    const { scope } = context.session;
    const found = await requireDiscounts(context.db.read, scope, ids);
    return copyToSites(context, found, fieldIds, {
      sameAt: async (tx, siteId, one) => (await discountsOfSite(tx, scope, siteId)).find(sameName(one)),
      change: (tx, id, one) =>
        changeRow(tx, context, discount, { id, action: 'packages.copyDiscount' }, () => valuesOf(one)),
      add: (tx, siteId, one) => addDiscount(tx, context, siteId, valuesOf(one)),
    });
  },

  async removeDiscounts(context, { ids }) {
    const found = await requireDiscounts(context.db.read, context.session.scope, ids);
    const siteIds = found.map(({ siteId }) => siteId);
    await changePrices(context, siteIds, (tx) => end(tx, context, ids));
  },

  async restoreDiscounts(context, { fieldId }) {
    await changePrices(context, [fieldId], async (tx) => {
      const there = await discountsOfSite(tx, context.session.scope, fieldId);
      await end(
        tx,
        context,
        there.map(({ id }) => id),
      );
      await roundTo(tx, context, fieldId, 'fen');
    });
  },

  async readTerms({ db, session: { scope, tenantId } }, { fieldId }) {
    await assertSites(db.read, scope, [fieldId]);
    const [found, rounding, version] = await Promise.all([
      discountsOfSite(db.read, scope, fieldId),
      roundingOf(db.read, scope, fieldId),
      latestVersion(db.read, tenantId, fieldId),
    ]);
    return {
      rounding,
      discounts: found.map((row) => ({ ...row, fieldId })),
      version: version ?? null,
    };
  },

  async setRounding(context, { fieldId, rounding }) {
    await changePrices(context, [fieldId], (tx) => roundTo(tx, context, fieldId, rounding));
  },
};
