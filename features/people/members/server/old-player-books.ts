import {
  mintAccount,
  openingAccount,
  playerAccount,
  playerCashAccount,
  postTransfers,
  type TransferRequest,
} from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';

/** What somebody is owed from before, at one site. */
export interface Owed {
  tenantId: string;
  id: string;
  siteId: string;
  balanceFen: number;
  coins: number;
}

const ownFen = ({ tenantId, siteId }: Owed, ownerId: string) => playerCashAccount(tenantId, ownerId, siteId);
const ownCoins = ({ tenantId, siteId }: Owed, ownerId: string) =>
  playerAccount(tenantId, ownerId, siteId, 'coin');

/** `null` is where it comes from: the merchant's own hands, before anything was counted here. */
function transferOf(
  owed: Owed,
  {
    key,
    kind,
    from,
    to,
    at,
  }: { key: string; kind: string; from: string | null; to: string | null; at: Date },
): TransferRequest[] {
  const { tenantId, id, balanceFen, coins } = owed;
  const fenOf = (owner: string | null) => (owner ? ownFen(owed, owner) : openingAccount(tenantId));
  const coinsOf = (owner: string | null) => (owner ? ownCoins(owed, owner) : mintAccount(tenantId, 'coin'));
  const legs = [
    ...(balanceFen > 0
      ? [
          { account: fenOf(from), amount: -balanceFen },
          { account: fenOf(to), amount: balanceFen },
        ]
      : []),
    ...(coins > 0
      ? [
          { account: coinsOf(from), amount: -coins },
          { account: coinsOf(to), amount: coins },
        ]
      : []),
  ];
  return legs.length === 0
    ? []
    : [{ key: `${key}:${id}`, tenantId, kind, legs, subject: { kind: 'oldPlayer', id }, at }];
}

const perStatement = 500;

/** The merchant owes it from now on; nobody has it yet. */
export async function bookOpenings(tx: Tx, owed: readonly Owed[], at: Date): Promise<void> {
  const all = owed.flatMap((one) =>
    transferOf(one, { key: 'opening', kind: 'opening', from: null, to: one.id, at }),
  );
  for (let from = 0; from < all.length; from += perStatement)
    await postTransfers(tx, all.slice(from, from + perStatement));
}

export const bookClaims = (tx: Tx, owed: readonly Owed[], playerId: string, at: Date) =>
  postTransfers(
    tx,
    owed.flatMap((one) =>
      transferOf(one, { key: 'opening-claim', kind: 'openingClaim', from: one.id, to: playerId, at }),
    ),
  );

export const bookReturns = (tx: Tx, owed: readonly Owed[], at: Date) =>
  postTransfers(
    tx,
    owed.flatMap((one) =>
      transferOf(one, { key: 'opening-back', kind: 'openingBack', from: one.id, to: null, at }),
    ),
  );
