import { eq } from 'drizzle-orm';
import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { walletChanged } from '../contract/events.ts';
import type { walletContract } from '../contract.ts';
import { walletSites } from '../tables.ts';
import { assertOwner } from './assert-owner.ts';
import { pageSettlements } from './settlement-queries.ts';
import { lockMoney, walletHeads, walletOfSite, walletsOf } from './wallet-queries.ts';
import { walletName } from './wallet-records.ts';

export const settlementHandlers: Handlers<Pick<typeof walletContract, 'listSettlements' | 'settleSite'>> = {
  async listSettlements(context, input) {
    assertOwner(context);
    const { tenantId } = context.session;
    const reader = context.db.read;
    const page = mapPage(await pageSettlements(reader, tenantId, input), (row) => ({
      ...row,
      tenantId,
      walletId: row.walletId ?? tenantId,
    }));
    const heads = await walletHeads(reader, page.records);
    return mapPage(page, (row) => ({ ...row, walletName: walletName(context, heads.get(row.walletId)) }));
  },

  async settleSite(context, { fieldId, walletId }) {
    assertOwner(context);
    const { tenantId, userId } = context.session;
    const scope = tenantScope(tenantId);
    await context.db.transaction(async (tx) => {
      await lockMoney(tx, tenantId);
      await assertSites(tx, scope, [fieldId]);
      const all = await walletsOf(tx, tenantId);
      const wallet = all.find(({ id, removed }) => id === walletId && !removed);
      if (!wallet) throw invalid('wallet:error.noWallet');
      const before = await walletOfSite(tx, tenantId, fieldId);
      if (before === wallet.id) return;
      const changed = { walletId: wallet.id, changedAt: context.clock.now(), changedBy: userId };
      const known = await update(tx, scope, walletSites, (row) => eq(row.siteId, fieldId), changed);
      if (known.length === 0) await insert(tx, scope, walletSites, { siteId: fieldId, ...changed });
      const label = (id: string) => all.find((entry) => entry.id === id)?.name ?? id;
      await audit(tx, context, {
        action: 'wallet.settleSite',
        entity: 'site',
        entityId: fieldId,
        siteId: fieldId,
        label: (await siteNames(tx, scope, [fieldId])).get(fieldId) ?? '',
        before: { wallet: label(before) },
        after: { wallet: label(wallet.id) },
      });
      await emit(tx, tenantTopic(tenantId), walletChanged, {});
    });
  },
};
