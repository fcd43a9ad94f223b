import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { accountOf, franchisees } from '#features/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';
import { find, rows, type TenantTable } from '#kit/server/tables.ts';
import type { WalletKind } from '../contract/shared.ts';
import { walletSites, wallets } from '../tables.ts';

type Wallets = typeof wallets extends TenantTable<infer T> ? T : never;
export type WalletRow = Wallets['$inferSelect'];

/** Which wallet a site settles to. */
export async function walletOfSite(reader: Reader, tenantId: string, siteId: string | null): Promise<string> {
  if (siteId === null) return tenantId;
  const [found] = await find(reader, tenantScope(tenantId), walletSites, { siteId });
  return found?.walletId ?? tenantId;
}

/** A franchisee's wallet is their own and has their id; everybody else works with the organisation's. */
export async function walletOfUser(reader: Reader, tenantId: string, userId: string): Promise<string> {
  const user = await accountOf(reader, tenantScope(tenantId), userId);
  return user?.userType === userTypes.franchisee ? userId : tenantId;
}

export interface SeenWallet {
  id: string;
  tenantId: string;
  kind: WalletKind;
  /** null for the main one, which is called by its kind */
  name: string | null;
  /** the caller may spend from it, if they have the right; a franchisee's money is the franchisee's */
  own: boolean;
  /** hidden, or of somebody who left: shown only while something is in it */
  removed: boolean;
  siteIds: string[];
}

async function furtherWallets(reader: Reader, tenantId: string): Promise<WalletRow[]> {
  const wallet = rows(tenantScope(tenantId), wallets);
  return reader.select().from(wallet).orderBy(asc(wallet.createdAt), asc(wallet.id));
}

export async function sitesOfWallets(reader: Reader, tenantId: string): Promise<Map<string, string[]>> {
  const link = rows(tenantScope(tenantId), walletSites);
  const found = await reader
    .select({ siteId: link.siteId, walletId: link.walletId })
    .from(link)
    .orderBy(asc(link.siteId));
  const byWallet = new Map<string, string[]>();
  for (const { siteId, walletId } of found)
    byWallet.set(walletId, [...(byWallet.get(walletId) ?? []), siteId]);
  return byWallet;
}

/** All wallets of an organisation, as its owner sees them. */
export async function walletsOf(reader: Reader, tenantId: string): Promise<SeenWallet[]> {
  const [further, people, sites] = await Promise.all([
    furtherWallets(reader, tenantId),
    franchisees(reader, tenantId),
    sitesOfWallets(reader, tenantId),
  ]);
  const seen = (id: string, kind: WalletKind, name: string | null, removed: boolean): SeenWallet => ({
    id,
    tenantId,
    kind,
    name,
    own: kind !== 'franchisee',
    removed,
    siteIds: sites.get(id) ?? [],
  });
  return [
    seen(tenantId, 'main', null, false),
    ...further.map(({ id, name, removedAt }) => seen(id, 'further', name, removedAt !== null)),
    ...people.map(({ id, name, removed }) => seen(id, 'franchisee', name, removed)),
  ];
}

/**
 * What the caller sees of them: franchisees their own and nothing else; accounts that are limited to some sites the
 * wallets that only those sites settle to.
 */
export async function visibleWallets(
  reader: Reader,
  session: Pick<StaffSession, 'tenantId' | 'userId' | 'userType' | 'scope'>,
): Promise<SeenWallet[]> {
  const all = await walletsOf(reader, session.tenantId);
  if (session.userType === userTypes.franchisee)
    return all.filter(({ id }) => id === session.userId).map((wallet) => ({ ...wallet, own: true }));
  const reach = session.scope.kind === 'tenant' ? session.scope.siteIds : null;
  if (reach === null) return all;
  return all.filter(
    ({ kind, siteIds }) =>
      kind === 'further' && siteIds.length > 0 && siteIds.every((siteId) => reach.includes(siteId)),
  );
}

/** The named one, or the one that is the caller's own. What they do not see does not exist. */
export async function seenWallet(
  reader: Reader,
  session: StaffSession,
  walletId: string | undefined,
): Promise<SeenWallet> {
  const visible = await visibleWallets(reader, session);
  const found = walletId ? visible.find(({ id }) => id === walletId) : visible[0];
  if (!found) throw missing('wallet:error.noWallet');
  return found;
}

/** … and that the caller may spend from. */
export async function spendableWallet(
  reader: Reader,
  session: StaffSession,
  walletId: string | undefined,
): Promise<SeenWallet> {
  const found = await seenWallet(reader, session, walletId);
  if (!found.own) throw missing('wallet:error.notYours');
  return found;
}

/** What decides about an organisation's money by looking first runs in turn. */
export async function lockMoney(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wallet:${tenantId}`}, 0))`);
}

export async function lockWallet(tx: Tx, tenantId: string, id: string): Promise<WalletRow> {
  const wallet = rows(tenantScope(tenantId), wallets);
  const [found] = await tx
    .select()
    .from(wallet)
    .where(and(eq(wallet.id, id), isNull(wallet.removedAt)))
    .for('update');
  if (!found) throw missing();
  return found;
}
