import { lockAccounts, walletAccount } from '#features/money/ledger/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { balancesOf } from './balance-queries.ts';
import { type Policy, readPolicy } from './policy-queries.ts';
import { salesOf } from './sales.ts';
import { type SeenWallet, walletsOf } from './wallet-queries.ts';

type OwnedWallet = Pick<SeenWallet, 'tenantId' | 'id' | 'kind'>;

/** The wallets of one owner: a franchisee's own, or the organisation's main one with all further ones. */
async function ownersWallets(reader: Reader, wallet: OwnedWallet): Promise<OwnedWallet[]> {
  if (wallet.kind === 'franchisee') return [wallet];
  return (await walletsOf(reader, wallet.tenantId)).filter(({ kind }) => kind !== 'franchisee');
}

/**
 * After `lockMoney` and before `assertFree`: refunds take no lock of money, so the accounts that are looked at are held
 * until what was asked for has left. `to` is the wallet that gets it.
 */
export async function takeOwner(tx: Tx, wallet: OwnedWallet, to?: OwnedWallet): Promise<void> {
  const own = await ownersWallets(tx, wallet);
  const accounts = own.flatMap(({ tenantId, id }) =>
    (['available', 'deposit', 'frozen'] as const).map((purpose) => walletAccount(tenantId, id, purpose)),
  );
  if (to) accounts.push(walletAccount(to.tenantId, to.id, 'available'));
  await lockAccounts(
    tx,
    accounts.map((account) => ({ account, spread: '' })),
  );
}

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
  services: Services,
  wallet: OwnedWallet,
  policy: Pick<Policy, 'topupHoldDays'>,
  now: Date,
): Promise<Free> {
  const { tenantId, id, kind } = wallet;
  const own = await ownersWallets(reader, wallet);
  const since = new Date(now.getTime() - policy.topupHoldDays * dayMs);
  const [balances, heldFen] = await Promise.all([
    balancesOf(reader, own),
    salesOf(services).toppedUpSince(
      reader,
      { tenantId, walletId: kind === 'franchisee' ? id : tenantId },
      since,
    ),
  ]);
  const sumFen = balances.reduce(
    (sum, { availableFen, depositFen, owedFen }) => sum + availableFen + depositFen - owedFen,
    0,
  );
  return { freeFen: Math.max(0, sumFen - heldFen), heldFen };
}

export async function assertFree(
  reader: Reader,
  services: Services,
  wallet: OwnedWallet,
  amountFen: number,
): Promise<void> {
  const now = services.clock.now();
  const policy = await readPolicy(reader, now);
  const { freeFen, heldFen } = await freeOf(reader, services, wallet, policy, now);
  if (heldFen > 0 && amountFen > freeFen)
    throw invalidField('amountFen', 'wallet:error.toppedUp', {
      held: formatFen(heldFen),
      free: formatFen(freeFen),
      days: policy.topupHoldDays,
    });
}
