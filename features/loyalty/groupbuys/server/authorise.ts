import { and, isNotNull, isNull, lte } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { keyedHash, keyFor } from '#kit/server/keyed-code.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, type RowOf, rows, update } from '#kit/server/tables.ts';
import type { DealAccess, DealReach } from '#providers/deal-platform.ts';
import { accountsChanged, type Platform } from '../contract/kinds.ts';
import { groupBuyAccounts, groupBuyAuthorisations } from '../tables.ts';
import { type AccountRow, openAccess, platformOf, sealAccess } from './deal-access.ts';
import { readDeals, readStores } from './read-platform.ts';

type Authorisation = RowOf<typeof groupBuyAuthorisations>;

/** People find their password, and agree. */
const begunMs = dayMs;
/** A token is renewed so long before it ends. */
const renewBeforeMs = 3 * dayMs;

const hashOf = ({ secrets }: Services, state: string): string =>
  keyedHash(keyFor(secrets.fieldKey, 'coinyard group buy states'), state);

/** The platform's page, with a state that only this beginning can bring back. */
export async function beginAuthorisation(
  context: StaffContext,
  { platform: name, reach }: { platform: Platform; reach: DealReach },
): Promise<{ url: string }> {
  const { services, session, clock } = context;
  const platform = platformOf(services, name);
  const state = newSecret();
  const now = clock.now();
  await context.db.transaction((tx) =>
    insert(tx, session.scope, groupBuyAuthorisations, {
      id: newId(now.getTime()),
      createdAt: now,
      platform: name,
      reach,
      stateHash: hashOf(services, state),
      userId: session.userId,
      userName: session.name,
    }),
  );
  return { url: platform.authorisationUrl({ state, reach }) };
}

const renewAtOf = (access: DealAccess): Date | null =>
  access.expiresAt ? new Date(access.expiresAt.getTime() - renewBeforeMs) : null;
const endOf = (access: DealAccess): Date | null => access.refreshUntil ?? access.expiresAt ?? null;

/** An account that was authorised before gets the new tokens; one of another merchant stays there. */
async function writeAccount(
  tx: Tx,
  services: Services,
  begun: Authorisation,
  access: DealAccess,
): Promise<AccountRow> {
  const { tenantId, platform, userId, userName } = begun;
  const now = services.clock.now();
  const key = { platform, reach: access.reach, accountNumber: access.accountId, endedAt: null };
  const [known] = await find(tx, platformScope, groupBuyAccounts, key, 'update');
  if (known && known.tenantId !== tenantId) throw conflict('groupbuys:error.otherMerchant');
  const values = {
    name: access.name ?? known?.name ?? access.accountId,
    accessSealed: sealAccess(services, platform, access),
    authorisedAt: now,
    renewAt: renewAtOf(access),
    expiresAt: endOf(access),
    ...{ userId, userName, problem: null },
  };
  const own = tenantScope(tenantId);
  const [written] = known
    ? await update(tx, own, groupBuyAccounts, { id: known.id }, values)
    : await insert(tx, own, groupBuyAccounts, {
        id: newId(now.getTime()),
        createdAt: now,
        platform,
        reach: access.reach,
        accountNumber: access.accountId,
        ...values,
      });
  if (!written) throw missing();
  return written;
}

/** Who began, once: the same answer again finds what it did before. */
async function takeBegun(
  tx: Tx,
  services: Services,
  platform: Platform,
  state: string,
): Promise<Authorisation> {
  const stateHash = hashOf(services, state);
  const [begun] = await find(tx, platformScope, groupBuyAuthorisations, { platform, stateHash }, 'update');
  const now = services.clock.now();
  if (!begun || begun.usedAt || begun.createdAt.getTime() + begunMs < now.getTime())
    throw conflict('groupbuys:error.notBegun');
  const own = tenantScope(begun.tenantId);
  await update(tx, own, groupBuyAuthorisations, { id: begun.id }, { usedAt: now });
  return begun;
}

/** Who a state belongs to, while it is good. */
export async function begunBy(
  services: Services,
  platform: Platform,
  state: string,
): Promise<Authorisation | undefined> {
  const stateHash = hashOf(services, state);
  const [begun] = await find(services.db.read, platformScope, groupBuyAuthorisations, {
    platform,
    stateHash,
  });
  const now = services.clock.now();
  return begun && !begun.usedAt && begun.createdAt.getTime() + begunMs >= now.getTime() ? begun : undefined;
}

/** The merchant has agreed. Stores and deals are read after commit: the platform is asked for them. */
export async function finishAuthorisation(
  services: Services,
  platform: Platform,
  { state, access, storeId }: { state: string; access: DealAccess; storeId?: string | undefined },
): Promise<AccountRow> {
  const account = await services.db.transaction(async (tx) => {
    const begun = await takeBegun(tx, services, platform, state);
    const written = await writeAccount(tx, services, begun, access);
    const { tenantId, userId, userName } = begun;
    const by = { userId: userId as string, tenantId, account: '', name: userName ?? '' };
    await audit(
      tx,
      { session: by, address: '' },
      {
        action: 'groupbuys.authorise',
        entity: 'groupBuyAccount',
        entityId: written.id,
        tenantId,
        label: written.name,
        after: {
          platform,
          reach: access.reach,
          accountNumber: access.accountId,
          ...(storeId && { storeId }),
        },
      },
    );
    await emit(tx, tenantTopic(tenantId), accountsChanged);
    return written;
  });
  await readStores(services, account);
  await readDeals(services, account);
  return account;
}

/** One process at a time, under the lock of the row: the old token ends with the new one. */
async function renew(services: Services, known: AccountRow): Promise<void> {
  await services.db.transaction(async (tx) => {
    const own = tenantScope(known.tenantId);
    const [row] = await find(tx, own, groupBuyAccounts, { id: known.id, endedAt: null }, 'update');
    const now = services.clock.now();
    if (!row?.renewAt || row.renewAt > now) return;
    const platform = platformOf(services, row.platform);
    const outcome = await platform.refresh?.(openAccess(services, row));
    if (!outcome) return;
    if (outcome.kind !== 'done') {
      const problem =
        outcome.kind === 'refused' ? 'groupbuys:refused.notAuthorised' : 'groupbuys:error.noAnswer';
      const renewAt = new Date(now.getTime() + hourMs);
      await update(tx, own, groupBuyAccounts, { id: row.id }, { problem, renewAt });
      return;
    }
    const access = outcome.value;
    const changes = {
      accessSealed: sealAccess(services, row.platform, access),
      renewAt: renewAtOf(access),
      expiresAt: endOf(access),
      problem: null,
    };
    await update(tx, own, groupBuyAccounts, { id: row.id }, changes);
    await emit(tx, tenantTopic(row.tenantId), accountsChanged);
  });
}

/** Every token that ends soon. */
export async function renewAccounts(services: Services): Promise<void> {
  const account = rows(platformScope, groupBuyAccounts);
  const due = await services.db.read
    .select()
    .from(account)
    .where(
      and(isNull(account.endedAt), isNotNull(account.renewAt), lte(account.renewAt, services.clock.now())),
    );
  for (const row of due) if (services.deals[row.platform]) await renew(services, row);
}
