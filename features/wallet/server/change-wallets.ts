import { and, eq, isNull, ne } from 'drizzle-orm';
import { assertSites, siteHours } from '#features/sites/server/public.ts';
import { conflict, forbidden, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { walletSites, wallets } from '../tables.ts';
import { balanceOf, isEmpty } from './balances.ts';
import { lockMoney, lockWallet, type SeenWallet, walletOfSite, walletsOf } from './wallets.ts';

/** Where the money of a whole site goes is for the owner alone to say. */
function assertOwner({ session }: StaffContext): void {
  if (session.userType !== userTypes.merchant) throw forbidden('wallet:error.ownersOnly');
}

const announce = (tx: Tx, tenantId: string) => emit(tx, tenantTopic(tenantId), 'wallet.changed', {});

async function assertNameFree(reader: Reader, tenantId: string, name: string, exceptId: string) {
  const wallet = rows(tenantScope(tenantId), wallets);
  const [taken] = await reader
    .select({ id: wallet.id })
    .from(wallet)
    .where(and(eq(wallet.name, name), ne(wallet.id, exceptId), isNull(wallet.removedAt)));
  if (taken) throw invalidField('name', 'wallet:error.nameTaken');
}

export const saveWallet: Handler<typeof walletContract.saveWallet> = async (context, input) => {
  assertOwner(context);
  const { tenantId } = context.session;
  const scope = tenantScope(tenantId);
  const id = input.id ?? newId();
  await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    const before = input.id ? await lockWallet(tx, tenantId, input.id) : undefined;
    await assertNameFree(tx, tenantId, input.name, id);
    if (before) await update(tx, scope, wallets, (wallet) => eq(wallet.id, id), { name: input.name });
    else await insert(tx, scope, wallets, { id, createdAt: context.clock.now(), name: input.name });
    await audit(tx, context, {
      ...(before ? { action: 'wallet.renameWallet' } : { action: 'wallet.openWallet' }),
      entity: 'wallet',
      entityId: id,
      label: input.name,
      before: before && { name: before.name },
      after: { name: input.name },
    });
    await announce(tx, tenantId);
  });
  return { id };
};

/** Sites that were removed settle nothing any more. */
const liveSites = (reader: Reader, tenantId: string) => siteHours(reader, tenantScope(tenantId));

export const removeWallet: Handler<typeof walletContract.removeWallet> = async (context, { id }) => {
  assertOwner(context);
  const { tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    const wallet = await lockWallet(tx, tenantId, id);
    const sites = await liveSites(tx, tenantId);
    const seen = (await walletsOf(tx, tenantId)).find((entry) => entry.id === id);
    if (seen?.siteIds.some((siteId) => sites.has(siteId))) throw conflict('wallet:error.sitesSettleHere');
    if (!isEmpty(await balanceOf(tx, { tenantId, id }))) throw conflict('wallet:error.notEmpty');
    await update(tx, tenantScope(tenantId), wallets, (row) => eq(row.id, id), {
      removedAt: context.clock.now(),
    });
    await audit(tx, context, {
      action: 'wallet.removeWallet',
      entity: 'wallet',
      entityId: id,
      label: wallet.name,
    });
    await announce(tx, tenantId);
  });
  return {};
};

export const listSettlements: Handler<typeof walletContract.listSettlements> = async (context, input) => {
  assertOwner(context);
  const { tenantId } = context.session;
  const reader = context.db.read;
  const link = rows(tenantScope(tenantId), walletSites);
  const [sites, all, links] = await Promise.all([
    liveSites(reader, tenantId),
    walletsOf(reader, tenantId),
    reader.select().from(link),
  ]);
  const linkOf = new Map(links.map((row) => [row.siteId, row]));
  const walletOf = new Map(all.map((wallet) => [wallet.id, wallet]));
  const found = [...sites.values()]
    .filter(({ name }) => !input.keyword || name.includes(input.keyword))
    .map(({ id, name }) => {
      const row = linkOf.get(id);
      const wallet = walletOf.get(row?.walletId ?? tenantId) as SeenWallet;
      return {
        fieldId: id,
        fieldName: name,
        walletId: wallet.id,
        walletKind: wallet.kind,
        walletName: wallet.name,
        changedAt: row?.changedAt.toISOString() ?? null,
      };
    });
  if (input.sort)
    found.sort((a, b) => a.fieldName.localeCompare(b.fieldName, 'zh-CN') * (input.order === 'desc' ? -1 : 1));
  return pageOfArray(input, found);
};

export const settleSite: Handler<typeof walletContract.settleSite> = async (context, input) => {
  assertOwner(context);
  const { tenantId, userId } = context.session;
  const scope = tenantScope(tenantId);
  await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    await assertSites(tx, scope, [input.fieldId]);
    const all = await walletsOf(tx, tenantId);
    const wallet = all.find(({ id, removed }) => id === input.walletId && !removed);
    if (!wallet) throw invalid('wallet:error.noWallet');
    const before = await walletOfSite(tx, tenantId, input.fieldId);
    if (before === wallet.id) return;
    const changed = { walletId: wallet.id, changedAt: context.clock.now(), changedBy: userId };
    const known = await update(tx, scope, walletSites, (row) => eq(row.siteId, input.fieldId), changed);
    if (known.length === 0) await insert(tx, scope, walletSites, { siteId: input.fieldId, ...changed });
    const site = (await liveSites(tx, tenantId)).get(input.fieldId);
    const label = (id: string) => all.find((entry) => entry.id === id)?.name ?? id;
    await audit(tx, context, {
      action: 'wallet.settleSite',
      entity: 'site',
      entityId: input.fieldId,
      label: site?.name ?? '',
      before: { wallet: label(before) },
      after: { wallet: label(wallet.id) },
    });
    await announce(tx, tenantId);
  });
  return {};
};
