import { and, eq, inArray, sql } from 'drizzle-orm';
import { giftCostsOf } from '#features/machines/gifts/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { Cost } from '../contract/shared.ts';
import { shareDayCosts } from '../tables.ts';
import type { RunRow, VersionRow } from './share-queries.ts';

/** What each cost comes to on a day, by its place: a fixed sum, or what the prizes of the day cost. */
export async function dayTotals(
  reader: Reader,
  site: { tenantId: string; siteId: string },
  costs: readonly Cost[],
  days: readonly string[],
): Promise<(day: string) => number[]> {
  const gifts = costs.some(({ kind }) => kind === 'gift')
    ? await giftCostsOf(reader, tenantScope(site.tenantId), site.siteId, days)
    : new Map<string, number>();
  return (day) =>
    costs.map(({ kind, amountFen }) =>
      kind === 'perDay' ? (amountFen ?? 0) : kind === 'gift' ? (gifts.get(day) ?? 0) : 0,
    );
}

export interface DayCosts {
  /** what the orders of a day have not borne yet, by place */
  openFen(day: string): number[];
  take(day: string, amounts: readonly number[]): void;
  save(): Promise<void>;
}

/** How much of the costs of some days is still open. Runs of one site take turns, so nobody else changes it meanwhile. */
export async function openDayCosts(
  tx: Tx,
  run: RunRow,
  version: VersionRow,
  days: readonly string[],
): Promise<DayCosts> {
  const totalOf = await dayTotals(tx, run, version.costs, days);
  const cost = rows(tenantScope(run.tenantId), shareDayCosts);
  const stored = await tx
    .select()
    .from(cost)
    .where(and(eq(cost.versionId, version.id), inArray(cost.day, [...days])));
  const taken = new Map(days.map((day) => [day, version.costs.map(() => 0)]));
  for (const row of stored) {
    const amounts = taken.get(row.day);
    if (amounts) amounts[row.place] = row.takenFen;
  }
  return {
    openFen: (day) =>
      totalOf(day).map((totalFen, place) => Math.max(0, totalFen - (taken.get(day)?.[place] ?? 0))),
    take(day, amounts) {
      const sums = taken.get(day) as number[];
      amounts.forEach((amount, place) => {
        sums[place] = (sums[place] ?? 0) + amount;
      });
    },
    async save() {
      const values = [...taken].flatMap(([day, amounts]) =>
        amounts.flatMap((takenFen, place) => (takenFen > 0 ? [{ day, place, taken_fen: takenFen }] : [])),
      );
      if (values.length === 0) return;
      await tx.execute(sql`
        insert into share_day_cost (tenant_id, version_id, day, place, taken_fen)
        select ${run.tenantId}, ${version.id}, day, place, taken_fen
        from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as next (day date, place integer, taken_fen bigint)
        on conflict (tenant_id, version_id, day, place) do update set taken_fen = excluded.taken_fen`);
    },
  };
}
