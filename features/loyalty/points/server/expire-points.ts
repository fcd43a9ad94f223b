import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import {
  accountId,
  balanceView,
  lockAccounts,
  mintAccount,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import type { PointUnit } from '../contract/kinds.ts';
import { pointLots } from '../tables.ts';
import { accountOf, type Holder, tellMoved } from './holders.ts';

/**
 * With the account in hand: what of it has expired leaves the books. Lots are taken by expiry, so these are the ones it
 * meets. What is promised to something under way stays until that is decided.
 */
export async function expireHeld(
  tx: Tx,
  holder: Holder,
  subject: { kind: string; id: string },
  at: Date,
): Promise<number> {
  const account = accountOf(holder);
  const lot = rows(platformScope, pointLots);
  const [found] = await tx
    .select({ sum: sql`coalesce(sum(${lot.left}), 0)`.mapWith(Number) })
    .from(lot)
    .where(and(eq(lot.accountId, accountId(account, 0)), gt(lot.left, 0), lte(lot.expiresAt, at)));
  if (!found?.sum) return 0;
  const [balance] = await readBalances(tx, [account]);
  const amount = Math.min(found.sum, Math.max(0, balance?.available ?? 0));
  if (amount === 0) return 0;
  await postTransfers(tx, [
    {
      key: `points-expired:${newId()}`,
      tenantId: holder.tenantId,
      kind: 'pointsExpired',
      legs: [
        { account, amount: -amount },
        { account: mintAccount(holder.tenantId, holder.unit), amount },
      ],
      subject,
      at,
    },
  ]);
  return amount;
}

/** Whose something has expired; an account of which all is promised comes last and is tried again another time. */
async function dueHolders(db: Database, now: Date, limit: number): Promise<Holder[]> {
  const lot = rows(platformScope, pointLots);
  const account = balanceView();
  const found = await db.read
    .selectDistinct({
      accountId: account.accountId,
      tenantId: account.tenantId,
      playerId: account.ownerId,
      purpose: account.purpose,
      unit: account.unit,
    })
    .from(lot)
    .innerJoin(account, eq(account.accountId, lot.accountId))
    .where(and(gt(lot.left, 0), lte(lot.expiresAt, now), sql`${account.balance} > ${account.held}`))
    .orderBy(asc(account.accountId))
    .limit(limit);
  return found.map(({ tenantId, playerId, purpose, unit }) => ({
    tenantId,
    playerId,
    siteId: purpose.slice('site:'.length),
    unit: unit as PointUnit,
  }));
}

const perRound = 200;

/** Each account in a separate transaction: whatever dies, what was swept is swept once and the rest is found again. */
export async function expireDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  let swept = 0;
  for (;;) {
    const due = await dueHolders(db, now, perRound);
    let moved = 0;
    for (const holder of due)
      moved += await db.transaction(async (tx) => {
        const subject = { kind: 'pointExpiry', id: newId() };
        await lockAccounts(
          tx,
          [accountOf(holder), mintAccount(holder.tenantId, holder.unit)].map((account) => ({
            account,
            spread: subject.id,
          })),
        );
        const amount = await expireHeld(tx, holder, subject, now);
        if (amount > 0) await tellMoved(tx, [holder]);
        return amount;
      });
    swept += moved;
    if (due.length < perRound || moved === 0) return swept;
  }
}
