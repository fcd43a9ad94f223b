import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { roundChanged } from '../contract/records.ts';
import type { RoundState } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { productTemplates, vendingRoundLines, vendingRoundPrizes, vendingRounds } from '../tables.ts';
import type { TemplateRow } from './lane-queries.ts';

type Rounds = ColumnsOf<typeof vendingRounds>;
export type RoundRow = RowOf<typeof vendingRounds>;
export type LineRow = RowOf<typeof vendingRoundLines>;

/** Rounds that touch a site in reach. */
function reachable(reader: Reader, scope: Scope, round: Rounds) {
  const line = rows(scope, vendingRoundLines);
  const prize = rows(scope, vendingRoundPrizes);
  const one = { one: sql`1` };
  return or(
    exists(
      reader
        .select(one)
        .from(line)
        .where(and(eq(line.tenantId, round.tenantId), eq(line.roundId, round.id))),
    ),
    exists(
      reader
        .select(one)
        .from(prize)
        .where(and(eq(prize.tenantId, round.tenantId), eq(prize.roundId, round.id))),
    ),
  );
}

export const pageRounds = listing(vendingContract.listRounds, (reader, scope, input) => {
  const round = rows(scope, vendingRounds);
  return pageRows(reader, input, {
    from: () => reader.select().from(round),
    where: reachable(reader, scope, round),
    filters: { state: equals(round.state) },
    ...newestFirst(round),
  });
});

export async function findRound(reader: Reader, scope: Scope, id: string): Promise<RoundRow> {
  const round = rows(scope, vendingRounds);
  const [found] = await reader
    .select()
    .from(round)
    .where(and(eq(round.id, id), reachable(reader, scope, round)));
  if (!found) throw missing();
  return found;
}

/** Lines with their product, in the order of need. */
export async function selectLines(
  reader: Reader,
  scope: Scope,
  roundIds: readonly string[],
): Promise<{ line: LineRow; product: TemplateRow }[]> {
  if (roundIds.length === 0) return [];
  const line = rows(scope, vendingRoundLines);
  const template = rows(scope, productTemplates);
  const found = await reader
    .select()
    .from(line)
    .innerJoin(template, and(eq(template.tenantId, line.tenantId), eq(template.id, line.templateId)))
    .where(inArray(line.roundId, [...roundIds]))
    .orderBy(asc(line.sort));
  return found.map((row) => ({ line: row.vending_round_line, product: row.product_template }));
}

/** Locked until commit: a round is not closed while someone fills for it. */
export async function lockOpenRound(tx: Tx, scope: Scope, id: string): Promise<RoundRow> {
  const round = await findRound(tx, scope, id);
  const [locked] = await tx.execute<{ state: RoundState }>(sql`
    select state from vending_round where tenant_id = ${round.tenantId} and id = ${id} for update`);
  if (locked?.state !== 'open') throw conflict('vending:error.roundClosed');
  return round;
}

async function endRound(tx: Tx, context: StaffContext, id: string): Promise<void> {
  await update(tx, context.session.scope, vendingRounds, (round) => eq(round.id, id), {
    state: 'done',
    endedAt: context.clock.now(),
  });
}

/** Notes what was really filled; the round ends with its last lane. */
export async function fillRoundLines(
  tx: Tx,
  context: StaffContext,
  roundId: string,
  deviceId: string,
  lanes: readonly { lane: number; amount: number }[],
): Promise<void> {
  const { scope } = context.session;
  const round = await lockOpenRound(tx, scope, roundId);
  for (const { lane, amount } of lanes)
    await update(
      tx,
      scope,
      vendingRoundLines,
      (line) => and(eq(line.roundId, roundId), eq(line.deviceId, deviceId), eq(line.lane, lane)),
      { filled: sql`coalesce(filled, 0) + ${amount}` },
    );
  await settleRound(tx, context, round);
}

/** Ends a round when nothing of it is left, at any site, also those beyond the caller's reach. */
export async function settleRound(
  tx: Tx,
  context: StaffContext,
  { tenantId, id }: Pick<RoundRow, 'tenantId' | 'id'>,
): Promise<void> {
  const [open] = await tx.execute<{ one: number }>(sql`
    select 1 as one from vending_round_line where tenant_id = ${tenantId} and round_id = ${id} and filled is null
    union all
    select 1 from vending_round_prize where tenant_id = ${tenantId} and round_id = ${id} and filled is null
    limit 1`);
  if (!open) await endRound(tx, context, id);
  await emit(tx, tenantTopic(tenantId), roundChanged, { id });
}

export async function packProduct(
  tx: Tx,
  scope: Scope,
  roundId: string,
  templateId: string,
  packed: boolean,
): Promise<number> {
  const changed = await update(
    tx,
    scope,
    vendingRoundLines,
    (line) => and(eq(line.roundId, roundId), eq(line.templateId, templateId)),
    { packed },
  );
  return changed.length;
}
