import {
  InsufficientFunds,
  lockAccounts,
  mintAccount,
  type PostedTransfer,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { pointLotUses } from '../tables.ts';
import { expireHeld } from './expire-points.ts';
import { accountOf, type Holder, tellMoved } from './holders.ts';
import { debtorsAmong, lockWithDebt, payDebt } from './keep-debts.ts';

/** One movement of somebody's points or tickets, in the transaction of the caller. */
export interface PointMove extends Holder {
  /** more than nothing; which way it goes is said by the call */
  amount: number;
  /** unique within the merchant: the same again does nothing */
  key: string;
  /** `points:kind.<kind>` names it in lists */
  kind: string;
  subject: { kind: string; id: string };
  remark?: string | undefined;
  at: Date;
}

const requestOf = (move: PointMove, sign: 1 | -1) => ({
  ...pick(move, 'key', 'tenantId', 'kind'),
  legs: [
    { account: mintAccount(move.tenantId, move.unit), amount: -sign * move.amount },
    { account: accountOf(move), amount: sign * move.amount },
  ],
  subject: move.subject,
  at: move.at,
  ...(move.remark && { note: { remark: move.remark } }),
});

const lockMove = (tx: Tx, move: PointMove | Omit<PointMove, 'kind'>): Promise<void> =>
  lockAccounts(
    tx,
    [accountOf(move), mintAccount(move.tenantId, move.unit)].map((account) => ({
      account,
      spread: move.subject.id,
    })),
  );

/** Points that were earned: a debt is filled first, in a separate line. */
export async function earnPoints(tx: Tx, moves: readonly PointMove[]): Promise<PostedTransfer[]> {
  if (moves.length === 0) return [];
  const debtors = await debtorsAmong(tx, moves);
  if (debtors.length > 0)
    await lockWithDebt(
      tx,
      moves.map((move) => ({ ...move, spread: move.subject.id })),
    );
  const posted = await postTransfers(
    tx,
    moves.map((move) => requestOf(move, 1)),
  );
  for (const debtor of debtors)
    if (!posted[moves.indexOf(debtor)]?.repeated)
      await payDebt(tx, debtor, {
        key: `${debtor.key}:debt`,
        kind: 'pointsDebt',
        subject: debtor.subject,
        at: debtor.at,
      });
  await tellMoved(tx, moves);
  return posted;
}

/** Refuses where there are too few. What has expired is not spent any more, however late the sweep comes. */
export async function spendPoints(tx: Tx, move: PointMove): Promise<PostedTransfer> {
  await lockMove(tx, move);
  await expireHeld(tx, move, move.subject, move.at);
  try {
    const [posted] = await postTransfers(tx, [requestOf(move, -1)]);
    await tellMoved(tx, [move]);
    return posted as PostedTransfer;
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalid(`points:error.tooFew.${move.unit}`);
    throw error;
  }
}

/** Gives back what was spent, or a part of it: it keeps the day it had, and what is past that day expires at once. */
export async function giveBackPoints(
  tx: Tx,
  move: PointMove & { spentTransferId: string },
): Promise<PostedTransfer> {
  await lockMove(tx, move);
  const uses = await find(tx, tenantScope(move.tenantId), pointLotUses, {
    transferId: move.spentTransferId,
  });
  const open = uses.reduce((sum, { amount, returned }) => sum + amount - returned, 0);
  const [posted] = await postTransfers(tx, [{ ...requestOf(move, 1), reversesId: move.spentTransferId }]);
  // undone with the caller's transaction; said again it was right the first time
  if (!posted?.repeated && move.amount > open)
    throw new RangeError(`${move.key}: ${move.amount} of ${open} that were spent`);
  if (!posted?.repeated) await expireHeld(tx, move, move.subject, move.at);
  await tellMoved(tx, [move]);
  return posted as PostedTransfer;
}

/** By hand, either way; answers what there was before and is afterwards. */
export async function adjustPoints(
  tx: Tx,
  move: Omit<PointMove, 'kind'>,
  sign: 1 | -1,
): Promise<{ before: number; after: number }> {
  const account = accountOf(move);
  await lockMove(tx, move);
  await expireHeld(tx, move, move.subject, move.at);
  const [balance] = await readBalances(tx, [account]);
  const before = balance?.balance ?? 0;
  if (sign < 0 && move.amount > (balance?.available ?? 0))
    throw invalid('points:error.adjustTooFew', { left: balance?.available ?? 0 });
  await postTransfers(tx, [requestOf({ ...move, kind: 'pointsAdjusted' }, sign)]);
  await tellMoved(tx, [move]);
  return { before, after: before + sign * move.amount };
}
