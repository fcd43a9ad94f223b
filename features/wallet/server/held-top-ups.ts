import { toppedUpSince } from '#features/orders/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Clock } from '#kit/kernel/time.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { balancesOf } from './balance-queries.ts';
import { type Policy, readPolicy } from './policy-queries.ts';
import { type SeenWallet, walletsOf } from './wallet-queries.ts';

type OwnedWallet = Pick<SeenWallet, 'tenantId' | 'id' | 'kind'>;

export interface Free {
  /** what the owner of a wallet may send out, over all its wallets */
  freeFen: number;
  /** what it topped up lately, which stays */
  heldFen: number;
}

/**
 * A wallet is no way from a credit card to a bank account: what was topped up, or paid as a deposit, stays for some days
 * in one of the owner's wallets, whichever it was moved to.
 */
export async function freeOf(
  reader: Reader,
  wallet: OwnedWallet,
  policy: Pick<Policy, 'topupHoldDays'>,
  now: Date,
): Promise<Free> {
  const { tenantId, id, kind } = wallet;
  const own =
    kind === 'franchisee'
      ? [wallet]
      : (await walletsOf(reader, tenantId)).filter((w) => w.kind !== 'franchisee');
  const since = new Date(now.getTime() - policy.topupHoldDays * dayMs);
  const [balances, heldFen] = await Promise.all([
    balancesOf(reader, own),
    toppedUpSince(reader, { tenantId, walletId: kind === 'franchisee' ? id : tenantId }, since),
  ]);
  const sumFen = balances.reduce(
    (sum, { availableFen, depositFen, owedFen }) => sum + availableFen + depositFen - owedFen,
    0,
  );
  return { freeFen: Math.max(0, sumFen - heldFen), heldFen };
}

export async function assertFree(
  reader: Reader,
  { clock }: { clock: Clock },
  wallet: OwnedWallet,
  amountFen: number,
): Promise<void> {
  const now = clock.now();
  const policy = await readPolicy(reader, now);
  const { freeFen, heldFen } = await freeOf(reader, wallet, policy, now);
  if (heldFen > 0 && amountFen > freeFen)
    throw invalidField('amountFen', 'wallet:error.toppedUp', {
      held: formatFen(heldFen),
      free: formatFen(freeFen),
      days: policy.topupHoldDays,
    });
}
