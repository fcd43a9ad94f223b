import { and, count, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { readBalances } from '#features/ledger/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy, selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { ReceiverRecord, receiversContract } from '../contract/receivers.ts';
import { validities } from '../periods.ts';
import { shareDebts, shareLines, shareReceivers, shareVersions } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import type { ReceiverRow } from './rows.ts';

type Receivers = typeof shareReceivers extends TenantTable<infer T> ? T : never;

/** At how many sites a rule that holds today or will hold names the receiver. */
async function siteCounts(reader: Reader, scope: Scope, today: string): Promise<Map<string, number>> {
  const version = rows(scope, shareVersions);
  const found = await reader
    .select({
      id: version.id,
      siteId: version.siteId,
      effectiveFrom: version.effectiveFrom,
      ends: version.ends,
      ratios: version.ratios,
    })
    .from(version)
    .where(isNull(version.withdrawnAt));
  const bySite = Map.groupBy(found, ({ siteId }) => siteId);
  const sites = new Map<string, Set<string>>();
  for (const [siteId, versions] of bySite)
    for (const { version: held, to } of validities(versions)) {
      if (to !== null && to <= today) continue;
      for (const { receiverId } of held.ratios)
        sites.set(receiverId, (sites.get(receiverId) ?? new Set()).add(siteId));
    }
  return new Map([...sites].map(([id, set]) => [id, set.size]));
}

async function openDebts(reader: Reader, scope: Scope, ids: readonly string[]): Promise<Map<string, number>> {
  const debt = rows(scope, shareDebts);
  const found = await reader
    .select({ id: debt.receiverId, fen: sql<number>`sum(${debt.openFen})::bigint`.mapWith(Number) })
    .from(debt)
    .where(and(inArray(debt.receiverId, [...ids]), gt(debt.openFen, 0)))
    .groupBy(debt.receiverId);
  return new Map(found.map(({ id, fen }) => [id, fen]));
}

/** Amounts that are due or on their way to a receiver. */
export async function owedTo(reader: Reader, scope: Scope, receiverId: string): Promise<number> {
  const line = rows(scope, shareLines);
  const [found] = await reader
    .select({
      fen: sql<number>`coalesce(sum(greatest(${line.dueFen} - ${line.paidFen}, 0)), 0)::bigint`.mapWith(
        Number,
      ),
    })
    .from(line)
    .where(and(eq(line.receiverId, receiverId), inArray(line.state, ['due', 'waiting', 'failed'])));
  return found?.fen ?? 0;
}

export async function presentReceivers(
  reader: Reader,
  scope: Scope,
  found: readonly ReceiverRow[],
  today: string,
): Promise<ReceiverRecord[]> {
  if (found.length === 0) return [];
  const keptHere = found.filter((receiver) => !hasWallet(receiver));
  const [sites, debts, balances] = await Promise.all([
    siteCounts(reader, scope, today),
    openDebts(
      reader,
      scope,
      found.map(({ id }) => id),
    ),
    readBalances(reader, keptHere.map(accountOfReceiver)),
  ]);
  const kept = new Map(keptHere.map(({ id }, index) => [id, balances[index]?.available ?? 0]));
  return found.map((receiver) => ({
    id: receiver.id,
    createdAt: receiver.createdAt.toISOString(),
    kind: receiver.kind,
    name: receiver.name,
    phone: receiver.phone,
    way: receiver.way,
    userId: receiver.userId,
    agentId: receiver.agentId,
    wechatType: receiver.wechatType,
    wechatAccount: receiver.wechatMask,
    wechatState: receiver.wechatState,
    wechatReason: receiver.wechatReason,
    remark: receiver.remark,
    siteCount: sites.get(receiver.id) ?? 0,
    balanceFen: kept.get(receiver.id) ?? null,
    debtFen: debts.get(receiver.id) ?? 0,
  }));
}

type ListInput = ParsedInputOf<typeof receiversContract.listReceivers>;

const matching = (receiver: Receivers, input: ListInput): SQL | undefined =>
  and(
    isNull(receiver.removedAt),
    input.kind ? eq(receiver.kind, input.kind) : undefined,
    input.keyword
      ? or(
          ilike(receiver.name, likePattern(input.keyword)),
          ilike(receiver.phone, likePattern(input.keyword)),
        )
      : undefined,
  );

export async function pageOfReceivers(reader: Reader, scope: Scope, input: ListInput, today: string) {
  const receiver = rows(scope, shareReceivers);
  const where = matching(receiver, input);
  const order = orderBy(
    input,
    { createdAt: receiver.createdAt, name: receiver.name },
    { sort: 'createdAt', order: 'desc' },
    receiver.id,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(receiver)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(receiver).where(where))[0]?.total ?? 0,
  );
  return { ...page, records: await presentReceivers(reader, scope, page.records, today) };
}

/** Held until the transaction ends. */
export async function lockReceiver(tx: Tx, scope: Scope, id: string): Promise<ReceiverRow | undefined> {
  const receiver = rows(scope, shareReceivers);
  const [found] = await tx
    .select()
    .from(receiver)
    .where(and(eq(receiver.id, id), isNull(receiver.removedAt)))
    .for('update');
  return found;
}
