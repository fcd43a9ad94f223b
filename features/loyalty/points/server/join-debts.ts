import { sql } from 'drizzle-orm';
import type { JoiningKeeper } from '#features/base/players/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, remove, update } from '#kit/server/tables.ts';
import { joinedDebts, pointDebts } from '../tables.ts';
import type { Holder } from './holders.ts';
import { addDebt } from './keep-debts.ts';

/** Everything that `from` owes, `into` owes from now on. */
async function passOn(tx: Tx, from: string, into: string) {
  const debts = (await remove(tx, platformScope, pointDebts, { playerId: from })).filter(
    ({ owed }) => owed > 0,
  );
  for (const { owed, ...debt } of debts) await addDebt(tx, { ...debt, playerId: into }, owed);
  return debts;
}

const placeOf = ({ tenantId, siteId, unit }: Omit<Holder, 'playerId'>) => `${tenantId} ${siteId} ${unit}`;

/** Taken back, while they were one, of what the orders of that record had earned: the orders are its own again by now. */
async function owedByOrders(tx: Tx, playerId: string, since: Date): Promise<Map<string, number>> {
  const found = await tx.execute<{ tenant_id: string; site_id: string; owed: string }>(sql`
    select t.tenant_id, o.site_id, sum(e.amount) as owed
    from orders o
    join ledger_transfer t on t.tenant_id = o.tenant_id and t.subject_kind = 'order' and t.subject_id = o.id::text
      and t.kind = 'pointsOwed' and t.created_at >= ${since.toISOString()}::timestamptz
    join ledger_entry e on e.transfer_id = t.id and e.amount > 0
    where o.player_id = ${playerId} group by 1, 2`);
  return new Map(
    [...found].map((row) => [
      placeOf({ tenantId: row.tenant_id, siteId: row.site_id, unit: 'point' }),
      Number(row.owed),
    ]),
  );
}

/**
 * Who is one person has one debt. When they part, each owes what it made: what it brought, and what its own orders made
 * since. What was paid meanwhile is taken to have been the other's first.
 */
export const joinDebts: JoiningKeeper = {
  async joined(tx, { from, into }) {
    for (const { tenantId, siteId, unit, owed } of await passOn(tx, from, into))
      await tx.execute(sql`
        insert into point_debt_join as d (tenant_id, from_player, site_id, unit, into_player, brought)
        values (${tenantId}, ${from}, ${siteId}, ${unit}, ${into}, ${owed})
        on conflict (tenant_id, from_player, site_id, unit) do update set brought = d.brought + excluded.brought`);
  },

  async split(tx, { from, into, joinedAt }) {
    const brought = await remove(tx, platformScope, joinedDebts, { fromPlayer: from, intoPlayer: into });
    const made = await owedByOrders(tx, from, joinedAt);
    for (const debt of await find(tx, platformScope, pointDebts, { playerId: into }, 'update')) {
      const { tenantId, siteId, unit, owed } = debt;
      const own = brought.find((one) => placeOf(one) === placeOf(debt))?.brought ?? 0;
      const back = Math.min(owed, own + (made.get(placeOf(debt)) ?? 0));
      if (back === 0) continue;
      await update(
        tx,
        tenantScope(tenantId),
        pointDebts,
        { playerId: into, siteId, unit },
        { owed: owed - back },
      );
      await addDebt(tx, { tenantId, siteId, unit, playerId: from }, back);
    }
  },

  /** Deleting the account is no way out of a debt. */
  async returned(tx, { from, into }) {
    await passOn(tx, from, into);
  },
};
