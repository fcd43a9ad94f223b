import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { groupBuysContract } from '../contract.ts';
import {
  groupBuyAccounts,
  groupBuyDays,
  groupBuyDeals,
  groupBuyDifferences,
  groupBuyMappings,
  groupBuyStores,
  groupBuyVerifications,
} from '../tables.ts';

const { listAccounts, listStores, listDeals, listDealVersions } = groupBuysContract;
const { listVerifications, listComparedDays, listDifferences } = groupBuysContract;

export const pageAccounts = listing(listAccounts, (reader, scope, input) => {
  const account = rows(scope, groupBuyAccounts);
  const store = rows(scope, groupBuyStores);
  const { authorisedAt, expiresAt } = account;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(account, 'id', 'platform', 'reach', 'name', 'accountNumber', 'authorisedAt', 'expiresAt'),
          ...pick(account, 'endedAt', 'userName', 'problem'),
          stores: sql`(select count(*)::int from ${store} where ${store.tenantId} = ${account.tenantId}
            and ${store.accessId} = ${account.id} and ${store.goneAt} is null)`
            .mapWith(Number)
            .as('stores'),
        })
        .from(account),
    of: account,
    where: isNull(account.endedAt),
    filters: { platform: equals(account.platform), name: search(account.name, account.accountNumber) },
    sort: { authorisedAt, expiresAt },
    usual: { by: 'authorisedAt', order: 'desc' },
  });
});

const isYes =
  (condition: SQL) =>
  (wanted: boolean): SQL =>
    wanted ? condition : sql`not (${condition})`;

export const pageStores = listing(listStores, (reader, scope, input) => {
  const store = rows(scope, groupBuyStores);
  const account = rows(scope, groupBuyAccounts);
  const access = reader
    .select({
      ...pick(account, 'tenantId', 'id'),
      endedAt: sql`${account.endedAt}`.mapWith(account.endedAt).as('access_ended'),
      expiresAt: sql`${account.expiresAt}`.mapWith(account.expiresAt).as('access_until'),
    })
    .from(account)
    .as('access');
  const site = siteView(scope);
  const { name, boundAt } = store;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(store, 'id', 'platform', 'storeNumber', 'address', 'boundAt'),
          name: store.name,
          fieldId: store.siteId,
          fieldName: sql<string | null>`${site.name}`.as('site_name'),
          accountName: sql<string>`${account.name}`.as('account_name'),
          accessId: access.id,
          endedAt: access.endedAt,
          expiresAt: access.expiresAt,
        })
        .from(store)
        .innerJoin(account, and(eq(account.tenantId, store.tenantId), eq(account.id, store.accountId)))
        .leftJoin(access, and(eq(access.tenantId, store.tenantId), eq(access.id, store.accessId)))
        .leftJoin(site, atSite(site, store)),
    of: store,
    where: isNull(store.goneAt),
    filters: {
      platform: equals(store.platform),
      id: equals(store.id),
      name: search(store.name, store.storeNumber),
      fieldId: equals(store.siteId),
      bound: isYes(sql`${store.siteId} is not null`),
    },
    sort: { name, boundAt },
    usual: { by: 'name', order: 'asc' },
  });
});

export const pageDeals = listing(listDeals, (reader, scope, input) => {
  const deal = rows(scope, groupBuyDeals);
  const mapping = rows(scope, groupBuyMappings);
  // inside, the name is that of the versions of one deal
  const newest = sql`(select max(${mapping.version}) from ${mapping}
    where ${mapping.tenantId} = ${deal.tenantId} and ${mapping.dealId} = ${deal.id})`;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(deal, 'id', 'platform', 'dealNumber', 'title', 'priceFen', 'onSale', 'goneAt'),
          version: mapping.version,
          worth: mapping.worth,
          mappedAt: mapping.fromAt,
        })
        .from(deal)
        .leftJoin(
          mapping,
          and(
            eq(mapping.tenantId, deal.tenantId),
            eq(mapping.dealId, deal.id),
            sql`${mapping.version} = ${newest}`,
          ),
        ),
    filters: {
      platform: equals(deal.platform),
      title: search(deal.title, deal.dealNumber),
      mapped: isYes(sql`${mapping.worth} is not null`),
      onSale: equals(deal.onSale),
      kind: (kind) => sql`${mapping.worth} ->> 'kind' = ${kind}`,
    },
    sort: { title: deal.title, priceFen: deal.priceFen, mappedAt: mapping.fromAt },
    usual: { by: 'title', order: 'asc' },
    tie: deal.id,
  });
});

export const pageVersions = listing(listDealVersions, (reader, scope, input) => {
  const mapping = rows(scope, groupBuyMappings);
  const { id, version, fromAt, userName, worth } = mapping;
  return pageRows(reader, input, {
    from: () => reader.select({ id, version, fromAt, userName, worth }).from(mapping),
    of: mapping,
    filters: { id: equals(mapping.dealId) },
    sort: { version },
    usual: { by: 'version', order: 'desc' },
  });
});

type Verifications = ColumnsOf<typeof groupBuyVerifications>;

/** What people read of a verification; what is sealed stays where it is. */
export const columnsOfRow = (row: Verifications) => ({
  ...pick(row, 'tenantId', 'id', 'createdAt', 'platform', 'state', 'storeId', 'siteId', 'title', 'worth'),
  ...pick(row, 'amountFen', 'usesLeft', 'entrance', 'playerId', 'userName', 'codeEnd', 'expiresAt'),
  ...pick(row, 'cancelUntil', 'verifiedAt', 'grantedAt', 'cancelledAt', 'cancelledBy', 'cancelReason'),
  ...pick(row, 'orderId', 'orderNumber', 'lossFen', 'settledFen', 'settledAt', 'problem'),
});

export const pageVerifications = listing(listVerifications, (reader, scope, input) => {
  const row = rows(scope, groupBuyVerifications);
  const store = rows(scope, groupBuyStores);
  const site = siteView(scope);
  const player = playerView();
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          row: columnsOfRow(row),
          fieldName: sql<string | null>`${site.name}`.as('site_name'),
          storeName: sql<string>`${store.name}`.as('store_name'),
          playerName: sql<string | null>`${player.name}`.as('player_name'),
          playerPhone: sql<string | null>`${player.phone}`.as('player_phone'),
        })
        .from(row)
        .innerJoin(store, and(eq(store.tenantId, row.tenantId), eq(store.id, row.storeId)))
        .leftJoin(site, atSite(site, row))
        .leftJoin(player, eq(player.id, row.playerId)),
    of: row,
    // what was only looked up is no verification
    where: sql`${row.state} not in ('prepared', 'lapsed')`,
    filters: {
      platform: equals(row.platform),
      id: equals(row.id),
      codeEnd: search(row.codeEnd),
      state: equals(row.state),
      fieldId: equals(row.siteId),
      storeId: equals(row.storeId),
      playerId: equals(row.playerId),
      entrance: equals(row.entrance),
      loss: isYes(sql`${row.lossFen} is not null`),
      ...daysThere(row),
    },
    ...newestFirst(row),
    sort: { createdAt: row.createdAt, amountFen: row.amountFen },
  });
});

export const pageComparedDays = listing(listComparedDays, (reader, scope, input) => {
  const compared = rows(scope, groupBuyDays);
  const account = rows(scope, groupBuyAccounts);
  const difference = rows(scope, groupBuyDifferences);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(compared, 'id', 'day', 'platform', 'comparedAt', 'verified', 'verifiedFen', 'cancelled'),
          settledFen: compared.settledFen,
          accountName: account.name,
          openDifferences: sql`(select count(*)::int from ${difference}
            where ${difference.tenantId} = ${compared.tenantId} and ${difference.accountId} = ${compared.accountId}
              and ${difference.day} = ${compared.day} and ${difference.state} = 'open')`
            .mapWith(Number)
            .as('open_differences'),
        })
        .from(compared)
        .innerJoin(account, and(eq(account.tenantId, compared.tenantId), eq(account.id, compared.accountId))),
    of: compared,
    filters: {
      platform: equals(compared.platform),
      from: sinceDay(compared.day),
      to: untilDay(compared.day),
    },
    sort: { day: compared.day },
    usual: { by: 'day', order: 'desc' },
  });
});

export const pageDifferences = listing(listDifferences, (reader, scope, input) => {
  const difference = rows(scope, groupBuyDifferences);
  const store = rows(scope, groupBuyStores);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(difference, 'id', 'createdAt', 'platform', 'day', 'difference', 'codeEnd', 'title'),
          ...pick(difference, 'verificationId', 'ourFen', 'theirFen', 'ourState', 'theirState'),
          ...pick(difference, 'state', 'endedAt', 'endedByName', 'note'),
          storeName: sql<string | null>`${store.name}`.as('store_name'),
          fieldId: difference.siteId,
          fieldName: sql<string | null>`${site.name}`.as('site_name'),
        })
        .from(difference)
        .leftJoin(store, and(eq(store.tenantId, difference.tenantId), eq(store.id, difference.storeId)))
        .leftJoin(site, atSite(site, difference)),
    of: difference,
    filters: {
      platform: equals(difference.platform),
      state: equals(difference.state),
      difference: equals(difference.difference),
      from: sinceDay(difference.day),
      to: untilDay(difference.day),
    },
    ...newestFirst(difference),
  });
});
