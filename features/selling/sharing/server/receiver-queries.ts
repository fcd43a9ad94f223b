import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { readBalances } from '#features/money/ledger/server/public.ts';
import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import type { receiversContract } from '../contract/receivers.ts';
import { validities } from '../rules/periods.ts';
import { shareDebts, shareLines, shareReceivers, shareVersions } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import type { ReceiverRow } from './share-queries.ts';

/** At how many sites a rule that holds today or will hold names the receiver. */
async function siteCounts(reader: Reader, scope: Scope, today: string): Promise<Map<string, number>> {
  const version = rows(scope, shareVersions);
  const found = await reader
    .select({
      ...pick(version, 'id', 'siteId', 'effectiveFrom', 'ends', 'ratios'),
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
): Promise<ResultOf<typeof receiversContract.readReceiver>[]> {
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
    ...pick(receiver, 'id', 'createdAt', 'kind', 'name', 'phone', 'way', 'userId', 'agentId', 'wechatType'),
    wechatAccount: receiver.wechatMask,
    wechatState: receiver.way === 'wechat' ? receiver.wechatState : null,
    wechatReason: receiver.wechatReason,
    remark: receiver.remark,
    siteCount: sites.get(receiver.id) ?? 0,
    balanceFen: kept.get(receiver.id) ?? null,
    debtFen: debts.get(receiver.id) ?? 0,
  }));
}

type ListInput = ParsedInputOf<typeof receiversContract.listReceivers>;

export async function pageReceivers(reader: Reader, scope: Scope, input: ListInput, today: string) {
  const receiver = rows(scope, shareReceivers);
  const page = await pageRows(reader, input, {
    from: () => reader.select().from(receiver),
    where: isNull(receiver.removedAt),
    filters: { kind: equals(receiver.kind), keyword: search(receiver.name, receiver.phone) },
    ...newestFirst(receiver),
    sort: { createdAt: receiver.createdAt, name: receiver.name },
  });
  return { ...page, records: await presentReceivers(reader, scope, page.records, today) };
}

/** Held until the transaction ends. */
export async function lockReceiver(tx: Tx, scope: Scope, id: string): Promise<ReceiverRow | undefined> {
  const [found] = await find(tx, scope, shareReceivers, { id, removedAt: null }, 'update');
  return found;
}
