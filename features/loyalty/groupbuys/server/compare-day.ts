import { and, eq, gte, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, endOfDay, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, rows, update } from '#kit/server/tables.ts';
import type { DealRecord } from '#providers/deal-platform.ts';
import { type DifferenceKind, differencesChanged } from '../contract/kinds.ts';
import { isAtPlatform } from '../rules/verification-states.ts';
import {
  groupBuyAccounts,
  groupBuyDays,
  groupBuyDifferences,
  groupBuyStores,
  groupBuyVerifications,
} from '../tables.ts';
import { bringOn } from './ask-platform.ts';
import { cancelledThere } from './cancel-verification.ts';
import { codeHash, requestIdOf } from './code-secrets.ts';
import { type AccountRow, atStore, platformOf, type StoreRow } from './deal-access.ts';
import type { VerificationRow } from './move-verification.ts';
import { allPages } from './read-platform.ts';
import { readSettlements } from './read-settlements.ts';

/** Two moments of one verification: the platform's and that of the answer we heard. */
const sameMomentMs = 10 * minuteMs;

interface Found {
  difference: DifferenceKind;
  subject: string;
  record?: DealRecord;
  row?: VerificationRow;
  mended: boolean;
}

/** Our row of each line: by what they were matched with before, by our own request, else by code and moment. */
export function matchRecords(
  records: readonly DealRecord[],
  known: readonly VerificationRow[],
  hashOf: (certificateId: string) => string,
): Map<string, VerificationRow> {
  const free = new Set(known);
  const matched = new Map<string, VerificationRow>();
  const take = (record: DealRecord, fits: (row: VerificationRow) => boolean) => {
    if (matched.has(record.recordId)) return;
    const row = [...free].find(fits);
    if (!row) return;
    free.delete(row);
    matched.set(record.recordId, row);
  };
  for (const record of records) take(record, ({ recordNumber }) => recordNumber === record.recordId);
  for (const record of records)
    if (record.requestId)
      take(record, ({ id, recordNumber }) => !recordNumber && requestIdOf(id) === record.requestId);
  for (const record of records) {
    const hash = hashOf(record.certificateId);
    const isOther = (row: VerificationRow) =>
      row.recordNumber !== null || row.codeHash !== hash || row.sentAt === null;
    take(record, (row) => !isOther(row) && row.verifyNumber !== null && row.verifyNumber === record.verifyId);
  }
  for (const record of records) {
    if (record.requestId) continue;
    const hash = hashOf(record.certificateId);
    take(record, (row) => {
      if (row.recordNumber !== null || row.codeHash !== hash || !row.sentAt) return false;
      const apartMs = record.verifiedAt.getTime() - (row.verifiedAt ?? row.sentAt).getTime();
      return Math.abs(apartMs) <= sameMomentMs;
    });
  }
  return matched;
}

/** What the platform has in its books for a store and a day, with our rows of the same codes. */
async function readStoreDay(services: Services, store: StoreRow, access: AccountRow, day: string) {
  const platform = platformOf(services, store.platform);
  const at = atStore(services, store, access);
  const records = (await allPages((page) => platform.records({ ...at, day, ...page }))).filter(
    ({ storeId }) => storeId === undefined || storeId === store.storeNumber,
  );
  const hashOf = (certificateId: string) => codeHash(services.secrets, store.platform, certificateId);
  const hashes = [...new Set(records.map(({ certificateId }) => hashOf(certificateId)))];
  const own = tenantScope(store.tenantId);
  const ofCodes =
    hashes.length === 0
      ? []
      : await find(services.db.read, own, groupBuyVerifications, (row) =>
          and(eq(row.platform, store.platform), inArray(row.codeHash, hashes)),
        );
  const row = rows(own, groupBuyVerifications);
  const ofDay = await services.db.read
    .select()
    .from(row)
    .where(
      and(
        eq(row.storeId, store.id),
        isNotNull(row.verifiedAt),
        gte(row.verifiedAt, startOfDay(day)),
        lt(row.verifiedAt, endOfDay(day)),
      ),
    );
  return { records, ofCodes, ofDay, matched: matchRecords(records, ofCodes, hashOf) };
}

/** One line of the platform and what we have of it: mended where that is certain, else listed. */
async function compareRecord(
  services: Services,
  record: DealRecord,
  known: VerificationRow | undefined,
): Promise<Found[]> {
  const subject = record.recordId;
  const stands = record.state === 'verified';
  if (!known) return stands ? [{ difference: 'unknown', subject, record, mended: false }] : [];
  let row = known;
  const found: Found[] = [];
  if (row.state === 'verifying' || row.state === 'refused' || row.state === 'verified') {
    const before = row.state;
    row = await bringOn(services, before === 'refused' ? { ...row, state: 'verifying' } : row);
    found.push({ difference: 'state', subject, record, row: known, mended: row.state !== before });
  }
  if (!stands && isAtPlatform(row.state)) {
    const words = `groupbuys:reason.${record.state === 'refunded' ? 'refunded' : 'cancelled'}`;
    const at = record.cancelledAt ?? services.clock.now();
    const ended = await cancelledThere(services, row, { at, words });
    found.push({ difference: 'state', subject, record, row, mended: ended.state === 'cancelled' });
  }
  if (stands && row.state === 'cancelled')
    found.push({ difference: 'state', subject, record, row, mended: false });
  if (stands && row.state !== 'cancelled' && row.amountFen !== record.paidFen)
    found.push({ difference: 'amount', subject, record, row, mended: false });
  return found;
}

async function writeFound(
  tx: Tx,
  services: Services,
  { store, day }: { store: StoreRow; day: string },
  { difference, subject, record, row, mended }: Found,
): Promise<void> {
  const own = tenantScope(store.tenantId);
  const now = services.clock.now();
  const key = { accountId: store.accountId, subject, difference };
  const [known] = await find(tx, own, groupBuyDifferences, key, 'update');
  const state = mended ? 'mended' : 'open';
  if (known) {
    if (known.state === 'noted' || known.state === state) return;
    const changes = mended ? { state, endedAt: now } : { state, endedAt: null };
    await update(tx, own, groupBuyDifferences, { id: known.id }, changes as { state: 'open' | 'mended' });
    return;
  }
  await insert(tx, own, groupBuyDifferences, {
    id: newId(now.getTime()),
    createdAt: now,
    ...key,
    platform: store.platform,
    day,
    codeEnd: row?.codeEnd ?? record?.certificateId.slice(-4) ?? null,
    title: row?.title ?? record?.title ?? '',
    storeId: store.id,
    siteId: row?.siteId ?? store.siteId,
    verificationId: row?.id ?? null,
    ourFen: row?.amountFen ?? null,
    theirFen: record?.paidFen ?? null,
    ourState: row?.state ?? null,
    theirState: record?.state ?? null,
    state,
    endedAt: mended ? now : null,
  });
}

/** What was listed of the store and the day before and is not found any more has mended itself. */
async function settleGone(
  tx: Tx,
  services: Services,
  { store, day }: { store: StoreRow; day: string },
  found: readonly Found[],
): Promise<void> {
  const own = tenantScope(store.tenantId);
  const still = new Set(found.map(({ subject, difference }) => `${difference} ${subject}`));
  const open = await find(tx, own, groupBuyDifferences, { storeId: store.id, day, state: 'open' }, 'update');
  for (const { id, subject, difference } of open)
    if (!still.has(`${difference} ${subject}`)) {
      const endedAt = services.clock.now();
      await update(tx, own, groupBuyDifferences, { id }, { state: 'mended', endedAt });
    }
}

/** What two comparisons at once have found is written by one after the other. */
const inTurn = (tx: Tx, { tenantId, id }: AccountRow) =>
  find(tx, tenantScope(tenantId), groupBuyAccounts, { id }, 'update');

async function compareStore(
  services: Services,
  place: { store: StoreRow; access: AccountRow; day: string },
): Promise<{ records: DealRecord[]; found: Found[] }> {
  const { store, access, day } = place;
  const { records, ofDay, matched } = await readStoreDay(services, store, access, day);
  const found: Found[] = [];
  for (const record of records)
    found.push(...(await compareRecord(services, record, matched.get(record.recordId))));
  const seen = new Set([...matched.values()].map(({ id }) => id));
  for (const row of ofDay)
    if (!seen.has(row.id) && row.state !== 'cancelled')
      found.push({ difference: 'absent', subject: row.id, row, mended: false });
  await services.db.transaction(async (tx) => {
    const own = tenantScope(store.tenantId);
    await inTurn(tx, access);
    for (const [recordNumber, { id }] of matched)
      await update(tx, own, groupBuyVerifications, (row) => and(eq(row.id, id), isNull(row.recordNumber)), {
        recordNumber,
      });
    await settleGone(tx, services, place, found);
    for (const one of found) await writeFound(tx, services, place, one);
  });
  return { records, found };
}

const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

/** Reads the platform's records of an account's stores for a day, which are the truth, and holds ours against them. */
export async function compareDay(
  services: Services,
  account: AccountRow,
  day: string,
): Promise<{ verified: number; differences: number }> {
  const own = tenantScope(account.tenantId);
  const stores = await find(services.db.read, own, groupBuyStores, { accessId: account.id });
  const records: DealRecord[] = [];
  const found: Found[] = [];
  for (const store of stores.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const compared = await compareStore(services, { store, access: account, day });
    records.push(...compared.records);
    found.push(...compared.found);
  }
  const settledFen = await readSettlements(services, account, stores, day);
  const standing = records.filter(({ state }) => state === 'verified');
  const now = services.clock.now();
  const values = {
    comparedAt: now,
    verified: standing.length,
    verifiedFen: sum(standing.map(({ paidFen }) => paidFen)),
    cancelled: records.length - standing.length,
    settledFen,
  };
  await services.db.transaction(async (tx) => {
    await inTurn(tx, account);
    const key = { accountId: account.id, day };
    const [known] = await find(tx, own, groupBuyDays, key, 'update');
    if (known) await update(tx, own, groupBuyDays, { id: known.id }, values);
    else
      await insert(tx, own, groupBuyDays, {
        ...{ id: newId(now.getTime()), platform: account.platform, ...key },
        ...values,
      });
    await emit(tx, tenantTopic(account.tenantId), differencesChanged);
  });
  return { verified: standing.length, differences: found.filter(({ mended }) => !mended).length };
}

/** The days that may still change: a verification is cancelled and refunded after its day, and settled later. */
const lookBackDays = 3;

/** Every morning: the last days of every account, one after the other; one that does not answer is tried again. */
export async function compareYesterday(services: Services): Promise<void> {
  const accounts = await find(services.db.read, platformScope, groupBuyAccounts, { endedAt: null });
  const today = businessDay(services.clock.now());
  for (const account of accounts) {
    const platform = services.deals[account.platform];
    if (!platform || account.reach !== platform.reaches.codes) continue;
    for (let back = lookBackDays; back > 0; back--)
      await compareDay(services, account, addDays(today, -back)).catch((error: unknown) =>
        services.log.warn(
          { err: error, account: account.id },
          'a day of a group-buy platform was not compared',
        ),
      );
  }
}
