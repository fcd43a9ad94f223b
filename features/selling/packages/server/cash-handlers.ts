import { assertSites } from '#features/base/sites/server/public.ts';
import { listDevices, listDevicesBySite } from '#features/machines/devices/server/public.ts';
import { startBatchFrom } from '#features/machines/settings/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { notes } from '#kit/protocol/types/groups.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { find } from '#kit/server/tables.ts';
import type { cashCalls } from '../contract/cash.ts';
import { notesWith } from '../rules/note-rules.ts';
import { cashPackages } from '../tables.ts';
import { bonusesOfSite, pageCashPackages, requireCashPackages } from './cash-queries.ts';
import { copyToSites } from './copy-to-sites.ts';
import { changePrices } from './price-versions.ts';

const cashPackage = subjectOf(cashPackages, {
  entity: 'cashPackage',
  label: ({ yuan }) => `¥${yuan}`,
  taken: { cash_package_note: { key: 'packages:error.sameNote', field: 'yuan' } },
});

export const cashHandlers: Handlers<typeof cashCalls> = {
  listCashPackages: ({ db, session }, input) => pageCashPackages(db.read, session.scope, input),

  saveCashPackage: (context, { id, fieldId, ...values }) =>
    changePrices(context, [fieldId], (tx) => {
      if (!id)
        return addRow(
          tx,
          context,
          cashPackage,
          { action: 'packages.addCash' },
          { ...values, siteId: fieldId },
        );
      return changeRow(tx, context, cashPackage, { id, action: 'packages.changeCash' }, ({ siteId }) => {
        if (siteId !== fieldId) throw invalidField('fieldId', 'packages:error.staysAtSite');
        return values;
      });
    }),

  async removeCashPackages(context, { ids }) {
    const found = await requireCashPackages(context.db.read, context.session.scope, ids);
    const siteIds = found.map(({ siteId }) => siteId);
    await changePrices(context, siteIds, (tx) =>
      dropRows(tx, context, cashPackage, { ids, action: 'packages.removeCash' }),
    );
  },

  async copyCashPackages(context, { ids, fieldIds }) {
    const { scope } = context.session;
    const found = await requireCashPackages(context.db.read, scope, ids);
    return copyToSites(context, found, fieldIds, {
      sameAt: async (tx, siteId, { yuan }) =>
        (await find(tx, scope, cashPackages, { siteId })).find((other) => other.yuan === yuan),
      change: (tx, id, { bonusCoins }) =>
        changeRow(tx, context, cashPackage, { id, action: 'packages.copyCash' }, () => ({ bonusCoins })),
      add: (tx, siteId, { yuan, bonusCoins }) =>
        addRow(tx, context, cashPackage, { action: 'packages.copyCash' }, { siteId, yuan, bonusCoins }),
    });
  },

  async restoreCashPackages(context, { fieldId }) {
    await changePrices(context, [fieldId], async (tx) => {
      const there = await find(tx, context.session.scope, cashPackages, { siteId: fieldId });
      const ids = there.map(({ id }) => id);
      await dropRows(tx, context, cashPackage, { ids, action: 'packages.removeCash' });
    });
  },

  async sendCashPackages(context, { fieldId }) {
    const { scope } = context.session;
    const reader = context.db.read;
    await assertSites(reader, scope, [fieldId]);
    const there = (await listDevicesBySite(reader, scope, [fieldId])).get(fieldId) ?? [];
    const machines = await listDevices(reader, scope, {
      ids: there.map(({ id }) => id),
      types: ['exchange'],
    });
    if (machines.length === 0) throw invalidField('fieldId', 'packages:error.noMachines');
    const bonuses = await bonusesOfSite(reader, scope, fieldId);
    return startBatchFrom(context, 'packages.sendCash', machines, (settings) => {
      const { accepted } = notes.parse(settings.notes ?? {});
      return { notes: { accepted: notesWith(accepted, bonuses) } };
    });
  },
};
