import { and, eq, gte, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { assertSites } from '#features/base/sites/server/public.ts';
import { isToday } from '#features/selling/figures/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { change, changeMany, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { type AccountState, accountsChanged, type Platform } from '../contract/kinds.ts';
import type { platformCalls } from '../contract/platforms.ts';
import {
  groupBuyAccounts,
  groupBuyDeals,
  groupBuyDifferences,
  groupBuyMappings,
  groupBuyStores,
  groupBuyVerifications,
} from '../tables.ts';
import { beginAuthorisation } from './authorise.ts';
import { accessOf, platformOf, storeRefusal } from './deal-access.ts';
import { pageAccounts, pageStores } from './groupbuy-queries.ts';
import { livingAccounts, readStores } from './read-platform.ts';
import { saidText } from './texts.ts';

const accountSubject = subjectOf(groupBuyAccounts, {
  entity: 'groupBuyAccount',
  label: ({ name }) => name,
  unlogged: ['accessSealed'],
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), accountsChanged)],
});
const storeSubject = subjectOf(groupBuyStores, {
  entity: 'groupBuyStore',
  label: ({ name }) => name,
  tells: ({ tenantId, siteId }) => [
    told(tenantTopic(tenantId), accountsChanged),
    ...(siteId ? [told(siteTopic(tenantId, siteId), accountsChanged)] : []),
  ],
});

/** People are told so long before an authorisation ends. */
const endingMs = 7 * dayMs;

function accountStateOf(
  { endedAt, expiresAt }: { endedAt: Date | null; expiresAt: Date | null },
  now: Date,
): AccountState {
  if (endedAt) return 'ended';
  if (!expiresAt) return 'active';
  if (expiresAt <= now) return 'expired';
  return expiresAt.getTime() - now.getTime() < endingMs ? 'ending' : 'active';
}

/** What was verified today, by each site's own clock, and stands. */
export async function sumToday(
  reader: Reader,
  scope: Scope,
  { platform, storeIds, now }: { platform: Platform; storeIds?: readonly string[]; now: Date },
): Promise<Map<string, { verified: number; incomeFen: number }>> {
  const row = rows(scope, groupBuyVerifications);
  const found = await reader
    .select({
      storeId: row.storeId,
      verified: sql`count(*)::int`.mapWith(Number),
      incomeFen: sql`coalesce(sum(${row.amountFen}), 0)`.mapWith(Number),
    })
    .from(row)
    .where(
      and(
        eq(row.platform, platform),
        eq(row.state, 'granted'),
        storeIds && inArray(row.storeId, [...storeIds]),
        // a day has 25 hours at most
        gte(row.grantedAt, new Date(now.getTime() - 2 * dayMs)),
        isToday({ at: row.grantedAt, tenantId: row.tenantId, siteId: row.siteId }, now),
      ),
    )
    .groupBy(row.storeId);
  return new Map(found.map(({ storeId, ...sums }) => [storeId, sums]));
}

const lossDays = 30;

async function countWork(reader: Reader, scope: Scope, platform: Platform, now: Date) {
  const row = rows(scope, groupBuyVerifications);
  const difference = rows(scope, groupBuyDifferences);
  const [[found], [open]] = await Promise.all([
    reader
      .select({
        waiting: sql`count(*) filter (where ${row.state} in ('verifying', 'verified', 'cancelling'))`.mapWith(
          Number,
        ),
        lossFen: sql`coalesce(sum(${row.lossFen}) filter (where ${row.cancelledAt}
          >= ${new Date(now.getTime() - lossDays * dayMs).toISOString()}::timestamptz), 0)`.mapWith(Number),
      })
      .from(row)
      .where(eq(row.platform, platform)),
    reader
      .select({ count: sql`count(*)::int`.mapWith(Number) })
      .from(difference)
      .where(and(eq(difference.platform, platform), eq(difference.state, 'open'))),
  ]);
  return { waiting: found?.waiting ?? 0, lossFen: found?.lossFen ?? 0, openDifferences: open?.count ?? 0 };
}

async function countDeals(reader: Reader, scope: Scope, platform: Platform) {
  const deal = rows(scope, groupBuyDeals);
  const mapping = rows(scope, groupBuyMappings);
  // a statement of its own keeps the names of both tables
  const isMapped = sql`(select ${mapping.worth} is not null from ${mapping}
    where ${mapping.tenantId} = ${deal.tenantId} and ${mapping.dealId} = ${deal.id}
    order by ${mapping.version} desc limit 1)`;
  const [found] = await reader
    .select({
      deals: sql`count(*)::int`.mapWith(Number),
      unmappedDeals: sql`count(*) filter (where not coalesce(${isMapped}, false))`.mapWith(Number),
    })
    .from(deal)
    .where(and(eq(deal.platform, platform), isNull(deal.goneAt)));
  return { deals: found?.deals ?? 0, unmappedDeals: found?.unmappedDeals ?? 0 };
}

async function countStores(reader: Reader, scope: Scope, platform: Platform) {
  const store = rows(scope, groupBuyStores);
  const [found] = await reader
    .select({
      stores: sql`count(*)::int`.mapWith(Number),
      boundStores: sql`count(*) filter (where ${isNotNull(store.siteId)})`.mapWith(Number),
    })
    .from(store)
    .where(and(eq(store.platform, platform), isNull(store.goneAt)));
  return { stores: found?.stores ?? 0, boundStores: found?.boundStores ?? 0 };
}

async function readState({ db, session, services, clock }: StaffContext, platform: Platform) {
  const { scope } = session;
  const now = clock.now();
  const [accounts, stores, deals, work, today] = await Promise.all([
    find(db.read, scope, groupBuyAccounts, { platform, endedAt: null }),
    countStores(db.read, scope, platform),
    countDeals(db.read, scope, platform),
    countWork(db.read, scope, platform, now),
    sumToday(db.read, scope, { platform, now }),
  ]);
  const sums = [...today.values()];
  return {
    platform,
    configured: services.deals[platform] !== undefined,
    simulated: services.demoDeals[platform] !== undefined,
    accounts: accounts.length,
    accountsToRenew: accounts.filter((account) => accountStateOf(account, now) !== 'active').length,
    ...stores,
    ...deals,
    ...work,
    verifiedToday: sums.reduce((all, { verified }) => all + verified, 0),
    incomeTodayFen: sums.reduce((all, { incomeFen }) => all + incomeFen, 0),
  };
}

/** Pages of stores with how each stands and what came in there today. */
async function storesOf(context: StaffContext, input: Parameters<typeof pageStores>[2]) {
  const { db, session, clock } = context;
  const now = clock.now();
  const page = await pageStores(db.read, session.scope, input);
  const storeIds = page.records.map(({ id }) => id);
  const today = await sumToday(db.read, session.scope, { platform: input.platform, storeIds, now });
  return mapPage(page, ({ accessId, endedAt, expiresAt, ...row }) => {
    const accountState = accessId ? accountStateOf({ endedAt, expiresAt }, now) : null;
    const sums = today.get(row.id);
    return {
      ...row,
      bound: row.fieldId !== null,
      accountState,
      authorised: accountState === 'active' || accountState === 'ending',
      verifiedToday: sums?.verified ?? 0,
      incomeTodayFen: sums?.incomeFen ?? 0,
    };
  });
}

export const platformHandlers: Handlers<typeof platformCalls> = {
  readPlatform: (context, { platform }) => readState(context, platform),

  async listAccounts(context, input) {
    const { db, session, clock } = context;
    const now = clock.now();
    const say = sayFor(context);
    const page = await pageAccounts(db.read, session.scope, input);
    return mapPage(page, ({ endedAt, problem, userName, ...row }) => ({
      ...row,
      userName: userName ?? '',
      state: accountStateOf({ endedAt, expiresAt: row.expiresAt }, now),
      problem: saidText(problem, say),
    }));
  },

  beginAuthorisation,

  async endAuthorisations(context, { ids }) {
    const endedAt = context.clock.now();
    await context.db.transaction(async (tx) => {
      const own = tenantScope(context.session.tenantId);
      await update(tx, own, groupBuyStores, (store) => inArray(store.accessId, ids), {
        accessId: null,
      });
    });
    await changeMany(context, accountSubject, { ids, action: 'groupbuys.endAuthorisation' }, (row) =>
      row.endedAt ? undefined : { endedAt, renewAt: null },
    );
  },

  listStores: storesOf,

  async readStore(context, { id }) {
    const { db, session, clock } = context;
    const [store] = await find(db.read, session.scope, groupBuyStores, { id });
    const platform = store?.platform ?? 'douyin';
    const page = await storesOf(context, { platform, id, current: 1, size: 1 });
    const [record] = page.records;
    if (!store || !record) throw conflict('groupbuys:error.storeGone');
    const access = await accessOf(db.read, tenantScope(store.tenantId), store);
    const refusal = storeRefusal(store, access, clock.now());
    return { ...record, refusal: refusal ? sayFor(context)(refusal) : null };
  },

  async refreshStores({ services, session }, { platform }) {
    platformOf(services, platform);
    let stores = 0;
    for (const account of await livingAccounts(services, session.tenantId, platform))
      stores += await readStores(services, account);
    return { stores };
  },

  async bindStore(context, { id, fieldId }) {
    await assertSites(context.db.read, context.session.scope, [fieldId]);
    const boundAt = context.clock.now();
    await change(context, storeSubject, { id, action: 'groupbuys.bindStore' }, () => ({
      siteId: fieldId,
      boundAt,
    }));
  },

  async unbindStores(context, { ids }) {
    await changeMany(context, storeSubject, { ids, action: 'groupbuys.unbindStore' }, (row) =>
      row.siteId ? { siteId: null, boundAt: null } : undefined,
    );
  },
};
