import { and, asc, eq, exists, inArray, ne, notExists, notInArray, or, sql } from 'drizzle-orm';
import { QueryBuilder, unionAll } from 'drizzle-orm/pg-core';
import { accountOf, accountView, tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { balanceView } from '#features/money/ledger/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';
import { find, rows } from '#kit/server/tables.ts';
import type { WalletKind } from '../contract/shared.ts';
import { walletContract } from '../contract.ts';
import { walletSites, wallets } from '../tables.ts';

type Caller = Pick<StaffSession, 'tenantId' | 'userId' | 'userType' | 'scope'>;

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

/** The platform looks at anybody's wallet, everyone else at those they see. */
export async function walletOfAccount(
  reader: Reader,
  session: StaffSession,
  userId: string,
): Promise<{ tenantId: string; id: string; user: NonNullable<Awaited<ReturnType<typeof accountOf>>> }> {
  const scope = session.realm === 'platform' ? session.scope : tenantScope(session.tenantId);
  const user = await accountOf(reader, scope, userId);
  if (!user) throw missing();
  const id = await walletOfUser(reader, user.tenantId, user.id);
  if (session.realm !== 'platform') await seenWallet(reader, session, id);
  return { tenantId: user.tenantId, id, user };
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

async function sitesOfWallets(reader: Reader, tenantId: string): Promise<Map<string, string[]>> {
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

/** The names of the sites that settle to some wallets, by wallet. */
export async function siteNamesOfWallets(
  reader: Reader,
  tenantId: string,
  walletIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (walletIds.length === 0) return new Map();
  const link = rows(tenantScope(tenantId), walletSites);
  const site = siteView(tenantScope(tenantId));
  const found = await reader
    .select({ walletId: link.walletId, name: site.name })
    .from(link)
    .innerJoin(site, atSite(site, link))
    .where(inArray(link.walletId, [...walletIds]))
    .orderBy(asc(link.siteId));
  const byWallet = new Map<string, string[]>();
  for (const { walletId, name } of found) byWallet.set(walletId, [...(byWallet.get(walletId) ?? []), name]);
  return byWallet;
}

/** All wallets of an organisation in one shape: the main one, further ones, those of its franchisees. */
function walletView(reader: Reader, tenantId: string) {
  const scope = tenantScope(tenantId);
  const own = tenantView(scope);
  const further = rows(scope, wallets);
  const account = accountView(scope);
  const kind = (name: WalletKind) => sql<WalletKind>`${name}::text`.as('kind');
  const shape = (id: unknown, createdAt: unknown, rank: number) => ({
    id: sql<string>`${id}::text`.as('id'),
    createdAt: sql<Date>`${createdAt}`.as('created_at'),
    rank: sql<number>`${rank}::int`.as('rank'),
  });
  return unionAll(
    reader
      .select({
        ...shape(own.id, own.createdAt, 0),
        kind: kind('main'),
        name: sql<string | null>`null::text`.as('name'),
        removed: sql<boolean>`false`.as('removed'),
      })
      .from(own),
    reader
      .select({
        ...shape(further.id, further.createdAt, 1),
        kind: kind('further'),
        name: sql<string | null>`${further.name}`.as('name'),
        removed: sql<boolean>`${further.removedAt} is not null`.as('removed'),
      })
      .from(further),
    reader
      .select({
        ...shape(account.id, account.createdAt, 2),
        kind: kind('franchisee'),
        name: sql<string | null>`${account.name}`.as('name'),
        removed: sql<boolean>`${account.removedAt} is not null`.as('removed'),
      })
      .from(account)
      .where(eq(account.userType, userTypes.franchisee)),
  ).as('seen_wallet');
}

type Wallets = ReturnType<typeof walletView>;

/**
 * What the caller sees of them: franchisees their own and nothing else; accounts that are limited to some sites the
 * wallets that only those sites settle to.
 */
function visibleTo({ tenantId, userId, userType, scope }: Caller, wallet: Wallets) {
  if (userType === userTypes.franchisee) return eq(wallet.id, userId);
  const reach = scope.kind === 'tenant' ? scope.siteIds : null;
  if (reach === null) return undefined;
  if (reach.length === 0) return sql`false`;
  const link = rows(tenantScope(tenantId), walletSites);
  const settling = (beyond: boolean) =>
    new QueryBuilder()
      .select({ siteId: link.siteId })
      .from(link)
      .where(and(eq(link.walletId, wallet.id), beyond ? notInArray(link.siteId, [...reach]) : undefined));
  return and(eq(wallet.kind, 'further'), exists(settling(false)), notExists(settling(true)));
}

/** What was removed is shown only while something is in it. */
function worthShowing(tenantId: string, wallet: Wallets) {
  const balance = balanceView();
  const money = new QueryBuilder()
    .select({ balance: balance.balance })
    .from(balance)
    .where(
      and(
        eq(balance.tenantId, tenantId),
        eq(balance.ownerKind, 'merchant'),
        eq(balance.ownerId, wallet.id),
        eq(balance.unit, 'fen'),
        ne(balance.balance, 0),
      ),
    );
  return or(eq(wallet.removed, false), exists(money));
}

const usualOrder = (wallet: Wallets) => [asc(wallet.rank), asc(wallet.createdAt)];

export const pageWallets = listing(walletContract.listBalances, (reader, session: Caller, input) => {
  const wallet = walletView(reader, session.tenantId);
  return pageRows(reader, input, {
    from: () => reader.select().from(wallet),
    where: and(visibleTo(session, wallet), worthShowing(session.tenantId, wallet)),
    filters: { keyword: search(sql`${wallet.name}`) },
    sort: { name: sql`${wallet.name}` },
    usual: usualOrder(wallet),
    tie: sql`${wallet.id}`,
  });
});

/** All wallets of an organisation as its owner sees them, or those that a caller sees. */
export async function walletsOf(reader: Reader, tenantId: string, caller?: Caller): Promise<SeenWallet[]> {
  const wallet = walletView(reader, tenantId);
  const [found, sites] = await Promise.all([
    reader
      .select({ id: wallet.id, kind: wallet.kind, name: wallet.name, removed: wallet.removed })
      .from(wallet)
      .where(caller && visibleTo(caller, wallet))
      .orderBy(...usualOrder(wallet), asc(wallet.id)),
    sitesOfWallets(reader, tenantId),
  ]);
  return found.map((row) => ({
    ...row,
    tenantId,
    own: row.kind !== 'franchisee' || row.id === caller?.userId,
    siteIds: sites.get(row.id) ?? [],
  }));
}

export const visibleWallets = (reader: Reader, session: Caller): Promise<SeenWallet[]> =>
  walletsOf(reader, session.tenantId, session);

/** What some wallets are called, of whichever organisations, by id. */
export async function walletHeads(
  reader: Reader,
  keys: readonly { tenantId: string; walletId: string }[],
): Promise<Map<string, Pick<SeenWallet, 'kind' | 'name'>>> {
  const mains = keys.filter(({ tenantId, walletId }) => tenantId === walletId);
  const ids = [...new Set(keys.map(({ walletId }) => walletId))].filter((id) => id.length > 6);
  const heads = new Map<string, Pick<SeenWallet, 'kind' | 'name'>>(
    mains.map(({ walletId }) => [walletId, { kind: 'main', name: null }]),
  );
  if (ids.length === 0) return heads;
  const further = rows(platformScope, wallets);
  const account = accountView(platformScope);
  const [named, people] = await Promise.all([
    reader.select({ id: further.id, name: further.name }).from(further).where(inArray(further.id, ids)),
    reader.select({ id: account.id, name: account.name }).from(account).where(inArray(account.id, ids)),
  ]);
  for (const { id, name } of people) heads.set(id, { kind: 'franchisee', name });
  for (const { id, name } of named) heads.set(id, { kind: 'further', name });
  return heads;
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
  await holdName(tx, 'money', tenantId);
}
