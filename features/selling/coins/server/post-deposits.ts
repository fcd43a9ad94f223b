import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopics, told } from '#kit/server/outbox.ts';
import { depositChanged, ownDepositChanged } from '../contract/events.ts';
import { type DepositRow, updateDeposit } from './deposit-queries.ts';

export const depositSubject = 'coinDeposit';

export type WaitingDeposit = DepositRow & { amount: number };
export const isWaiting = (row: DepositRow): row is WaitingDeposit =>
  row.state === 'waiting' && row.amount !== null && row.amount > 0;

/** Puts locked, waiting deposits into their players' accounts. The key of each lets nobody book one twice. */
export async function postDeposits(
  tx: Tx,
  list: readonly (WaitingDeposit & { playerId: string })[],
  bookedBy: string,
  now: Date,
): Promise<void> {
  await postTransfers(
    tx,
    list.map(({ tenantId, id, playerId, siteId, unit, amount }) => ({
      key: `deposit-in:${id}`,
      tenantId,
      kind: 'coinDeposit',
      legs: [
        { account: mintAccount(tenantId, unit), amount: -amount },
        { account: playerAccount(tenantId, playerId, siteId, unit), amount },
      ],
      subject: { kind: depositSubject, id },
    })),
  );
  for (const row of list)
    await updateDeposit(tx, row, { state: 'booked', playerId: row.playerId, bookedAt: now, bookedBy });
  await emitAll(tx, [
    ...siteTopics(list).map((audience) => told(audience, depositChanged, {})),
    ...list.map(({ id, playerId, amount }) =>
      told(playerTopic(playerId), ownDepositChanged, { id, seen: amount }),
    ),
  ]);
}
