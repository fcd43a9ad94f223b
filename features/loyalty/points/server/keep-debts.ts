import { sql } from 'drizzle-orm';
import {
  lockAccounts,
  mintAccount,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { pointDebts } from '../tables.ts';
import { accountOf, debtAccount, type Holder, sameHolder } from './holders.ts';

interface Subject {
  kind: string;
  id: string;
}

/** All that a movement with a debt touches, before the first of it: docs/money.md, "Locks". */
export const lockWithDebt = (tx: Tx, list: readonly (Holder & { spread: string })[]): Promise<void> =>
  lockAccounts(
    tx,
    list.flatMap(({ spread, ...holder }) =>
      [accountOf(holder), mintAccount(holder.tenantId, holder.unit), debtAccount(holder)].map((account) => ({
        account,
        spread,
      })),
    ),
  );

/** Those of these holders who owe something. */
export async function debtorsAmong<H extends Holder>(tx: Tx, holders: readonly H[]): Promise<H[]> {
  const ids = [...new Set(holders.map(({ playerId }) => playerId))];
  if (ids.length === 0) return [];
  const owing = await find(
    tx,
    platformScope,
    pointDebts,
    ({ playerId, owed }) => sql`${playerId} = any(${`{${ids.join(',')}}`}::uuid[]) and ${owed} > 0`,
  );
  return holders.filter((holder) => owing.some((debt) => sameHolder(debt, holder)));
}

/** Under the locks of `lockWithDebt`: so much of a debt as there are points for. */
export async function payDebt(
  tx: Tx,
  holder: Holder,
  movement: { key: string; kind: string; subject: Subject; reversesId?: string | undefined; at: Date },
): Promise<number> {
  const { tenantId, playerId, siteId, unit } = holder;
  const scope = tenantScope(tenantId);
  const whose = { playerId, siteId, unit };
  const [debt] = await find(tx, scope, pointDebts, whose, 'update');
  const [balance] = await readBalances(tx, [accountOf(holder)]);
  const amount = Math.min(debt?.owed ?? 0, Math.max(0, balance?.available ?? 0));
  if (!debt || amount === 0) return 0;
  const { reversesId, ...said } = movement;
  await postTransfers(tx, [
    {
      ...said,
      ...(reversesId && { reversesId }),
      tenantId,
      legs: [
        { account: accountOf(holder), amount: -amount },
        { account: debtAccount(holder), amount },
      ],
    },
  ]);
  await update(tx, scope, pointDebts, whose, { owed: debt.owed - amount });
  return amount;
}

/**
 * Takes back what was earned: all of it becomes a debt, which is paid at once from what the player has. What is spent
 * already stays a debt, and points never go below nothing. Said again with the same key it does nothing.
 */
export async function takeBack(
  tx: Tx,
  holder: Holder,
  wish: { amount: number; key: string; subject: Subject; earnedTransferId?: string | undefined; at: Date },
): Promise<void> {
  const { tenantId, playerId, siteId, unit } = holder;
  const { amount, key, subject, at } = wish;
  await lockWithDebt(tx, [{ ...holder, spread: subject.id }]);
  const [posted] = await postTransfers(tx, [
    {
      key,
      tenantId,
      kind: 'pointsOwed',
      legs: [
        { account: debtAccount(holder), amount: -amount },
        { account: mintAccount(tenantId, unit), amount },
      ],
      subject,
      at,
    },
  ]);
  if (posted?.repeated) return;
  await addDebt(tx, holder, amount);
  await payDebt(
    tx,
    { tenantId, playerId, siteId, unit },
    { key: `${key}:paid`, kind: 'pointsReversed', subject, reversesId: wish.earnedTransferId, at },
  );
}

/** One row for each player and site. */
export async function addDebt(
  tx: Tx,
  { tenantId, playerId, siteId, unit }: Holder,
  amount: number,
): Promise<void> {
  await tx.execute(sql`
    insert into point_debt as d (tenant_id, player_id, site_id, unit, owed)
    values (${tenantId}, ${playerId}, ${siteId}, ${unit}, ${amount})
    on conflict (tenant_id, player_id, site_id, unit) do update set owed = d.owed + excluded.owed`);
}
