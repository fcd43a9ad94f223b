import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import type { Deal, DealOutcome, DealStore, Page, PageRequest } from '#providers/deal-platform.ts';
import { accountsChanged, dealsChanged, type Platform } from '../contract/kinds.ts';
import { groupBuyAccounts, groupBuyDeals, groupBuyStores } from '../tables.ts';
import { type AccountRow, atStore, openAccess, platformOf } from './deal-access.ts';
import { answerOf } from './platform-answers.ts';

const mostPages = 200;

/** All pages of a list of the platform. */
export async function allPages<T>(read: (page: PageRequest) => Promise<DealOutcome<Page<T>>>): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { rows: list, next } = answerOf(await read(cursor === undefined ? {} : { cursor }));
    found.push(...list);
    if (next === undefined) return found;
    cursor = next;
  }
  return found;
}

/** What reaches the codes of a store: the account itself, or what the store was authorised for. */
async function accessIdOf(tx: Tx, services: Services, account: AccountRow, storeNumber: string) {
  if (platformOf(services, account.platform).reaches.codes === account.reach && account.reach === 'account')
    return account.id;
  const { platform } = account;
  const store = { platform, reach: 'store', accountNumber: storeNumber, endedAt: null } as const;
  const [known] = await find(tx, tenantScope(account.tenantId), groupBuyAccounts, store);
  return known?.id ?? null;
}

async function writeStore(tx: Tx, services: Services, account: AccountRow, store: DealStore): Promise<void> {
  const own = tenantScope(account.tenantId);
  const { platform } = account;
  const key = { platform, storeNumber: store.storeId };
  const [known] = await find(tx, own, groupBuyStores, key, 'update');
  const accessId = await accessIdOf(tx, services, account, store.storeId);
  const values = { name: store.name, address: store.address, goneAt: null, accountId: account.id, accessId };
  if (known) await update(tx, own, groupBuyStores, { id: known.id }, values);
  else {
    const now = services.clock.now();
    await insert(tx, own, groupBuyStores, { id: newId(now.getTime()), createdAt: now, ...key, ...values });
  }
}

/** One store that was authorised for itself: it may stand in no list yet. */
async function linkStore(services: Services, account: AccountRow): Promise<void> {
  await services.db.transaction(async (tx) => {
    const own = tenantScope(account.tenantId);
    const { platform, accountNumber: storeNumber, name } = account;
    const [known] = await find(tx, own, groupBuyStores, { platform, storeNumber }, 'update');
    if (known)
      await update(tx, own, groupBuyStores, { id: known.id }, { accessId: account.id, goneAt: null });
    else {
      const now = services.clock.now();
      const ids = { id: newId(now.getTime()), createdAt: now, accountId: account.id, accessId: account.id };
      await insert(tx, own, groupBuyStores, { ...ids, platform, storeNumber, name, address: '' });
    }
    await emit(tx, tenantTopic(account.tenantId), accountsChanged);
  });
}

/** The platform's stores of an account, as they are now. Those that are not there any more stay as rows. */
export async function readStores(services: Services, account: AccountRow): Promise<number> {
  const platform = platformOf(services, account.platform);
  if (account.reach !== platform.reaches.stores) {
    await linkStore(services, account);
    return 1;
  }
  const access = openAccess(services, account);
  const found = await allPages((page) => platform.listStores({ access, ...page }));
  await services.db.transaction(async (tx) => {
    for (const store of found.toSorted((a, b) => (a.storeId < b.storeId ? -1 : 1)))
      await writeStore(tx, services, account, store);
    const numbers = found.map(({ storeId }) => storeId);
    await update(
      tx,
      tenantScope(account.tenantId),
      groupBuyStores,
      (store) =>
        and(
          eq(store.accountId, account.id),
          numbers.length > 0 ? notInArray(store.storeNumber, numbers) : undefined,
        ),
      { goneAt: services.clock.now() },
    );
    await emit(tx, tenantTopic(account.tenantId), accountsChanged);
  });
  return found.length;
}

async function writeDeals(tx: Tx, services: Services, account: AccountRow, deals: readonly Deal[]) {
  const own = tenantScope(account.tenantId);
  const { platform } = account;
  const now = services.clock.now();
  const numbers = deals.map(({ dealId }) => dealId);
  const known = await find(
    tx,
    own,
    groupBuyDeals,
    (deal) => and(eq(deal.platform, platform), inArray(deal.dealNumber, numbers)),
    'update',
  );
  const byNumber = new Map(known.map((deal) => [deal.dealNumber, deal]));
  for (const { dealId, title, priceFen, onSale } of deals) {
    const row = byNumber.get(dealId);
    const values = { title, priceFen, onSale, goneAt: null };
    if (row) await update(tx, own, groupBuyDeals, { id: row.id }, values);
    else
      await insert(tx, own, groupBuyDeals, {
        ...{ id: newId(now.getTime()), createdAt: now, platform, dealNumber: dealId },
        ...values,
      });
  }
}

/** Deals that are sold for the stores an account reaches; one deal may be sold for several of them. */
export async function readDeals(services: Services, account: AccountRow): Promise<number> {
  const platform = platformOf(services, account.platform);
  if (account.reach !== platform.reaches.codes) return 0;
  const own = tenantScope(account.tenantId);
  const stores = await find(services.db.read, own, groupBuyStores, { accessId: account.id, goneAt: null });
  // an account that reaches all of its stores lists the deals of all with one
  const asked = account.reach === 'account' ? stores.slice(0, 1) : stores;
  const found = new Map<string, Deal>();
  for (const store of asked)
    for (const deal of await allPages((page) =>
      platform.listDeals({ ...atStore(services, store, account), ...page }),
    ))
      found.set(deal.dealId, deal);
  if (found.size === 0) return 0;
  await services.db.transaction(async (tx) => {
    await writeDeals(tx, services, account, [...found.values()]);
    await emit(tx, tenantTopic(account.tenantId), dealsChanged);
  });
  return found.size;
}

/** The accounts of a merchant at a platform that are not over. */
export async function livingAccounts(
  services: Services,
  tenantId: string,
  platform: Platform,
): Promise<AccountRow[]> {
  const found = await find(services.db.read, tenantScope(tenantId), groupBuyAccounts, {
    platform,
    endedAt: null,
  });
  const now = services.clock.now();
  return found.filter(({ expiresAt }) => !expiresAt || expiresAt > now);
}
