import { and, eq, sql } from 'drizzle-orm';
import { purseChanged } from '#features/base/players/contract.ts';
import { holdPlayer, markVisitor, ofSamePerson } from '#features/base/players/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import { grantCard } from '#features/loyalty/cards/server/public.ts';
import { earnPoints } from '#features/loyalty/points/server/public.ts';
import {
  mintAccount,
  playerAccount,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { invalid, missing, tooMany, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { insertOwn, removeOwn } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, update } from '#kit/server/tables.ts';
import { vouchersChanged } from '../contract/kinds.ts';
import { mostTries, voucherStateOf } from '../rules/voucher-rules.ts';
import { voucherBatches, vouchers, voucherTries } from '../tables.ts';
import type { BatchRow } from './voucher-queries.ts';

type VoucherRow = RowOf<typeof vouchers>;

/** Counted before it is looked at, in a separate transaction: tries at the same time do not outrun the limit. */
export async function countTry(tx: Tx, scope: PlayerScope, now: Date): Promise<string> {
  const { playerId } = scope;
  await holdName(tx, 'voucher tries', playerId);
  const since = new Date(now.getTime() - hourMs).toISOString();
  const [found] = await tx.execute<{ number: number }>(sql`
    select count(*)::int as number from voucher_try
    where player_id = ${playerId} and tried_at > ${since}::timestamptz`);
  if ((found?.number ?? 0) >= mostTries) throw tooMany('rewards:error.tooManyTries');
  const id = newId(now.getTime());
  await insertOwn(tx, scope, voucherTries, { id, triedAt: now });
  return id;
}

/** What a voucher is good for goes to the player who redeemed it. */
async function give(
  tx: Tx,
  { id, playerId }: { id: string; playerId: string },
  batch: BatchRow,
  now: Date,
): Promise<number | null> {
  const { tenantId, siteId, value, name } = batch;
  const subject = { kind: 'voucher', id };
  if (value === 'card') {
    const typeId = batch.cardTypeId as string;
    await grantCard(tx, { tenantId, siteId, playerId, typeId, source: 'voucher', reason: name, now });
    return null;
  }
  const amount = batch.amount as number;
  const purse = playerAccount(tenantId, playerId, siteId, value);
  const movement = { key: `voucher:${id}`, kind: 'voucher', tenantId, subject, at: now };
  if (value === 'coin') {
    const legs = [
      { account: mintAccount(tenantId, 'coin'), amount: -amount },
      { account: purse, amount },
    ];
    await postTransfers(tx, [{ ...movement, legs, note: { remark: name } }]);
    await emit(tx, playerTopic(playerId), purseChanged);
  } else await earnPoints(tx, [{ ...movement, playerId, siteId, unit: value, amount, remark: name }]);
  const [balance] = await readBalances(tx, [purse]);
  return balance?.balance ?? 0;
}

/** Under the lock of the batch, so that two vouchers at once do not pass its limit together. */
async function assertUnderLimit(tx: Tx, batch: BatchRow, playerId: string): Promise<void> {
  if (batch.perPlayer === null) return;
  const used = await find(tx, tenantScope(batch.tenantId), vouchers, (voucher) =>
    and(eq(voucher.batchId, batch.id), ofSamePerson(voucher.playerId, playerId)),
  );
  if (used.length >= batch.perPlayer) throw invalid('rewards:error.perPlayer', { most: batch.perPlayer });
}

/** Who pays just now wants to use it at once: coins of another shop, points and tickets would not help there. */
async function assertPays(tx: Tx, batch: BatchRow, siteId: string): Promise<void> {
  if (batch.value !== 'coin' && batch.value !== 'card') throw invalid('rewards:error.voucher.noPay');
  if (batch.siteId === siteId) return;
  const shop = (await siteNames(tx, tenantScope(batch.tenantId), [batch.siteId])).get(batch.siteId);
  throw invalid('rewards:error.voucher.otherShop', { shop: shop ?? '' });
}

async function lockBatch(tx: Tx, { tenantId, batchId }: VoucherRow): Promise<BatchRow> {
  const scope = tenantScope(tenantId);
  const [batch] = await find(tx, scope, voucherBatches, { id: batchId }, 'update');
  if (!batch) throw missing('rewards:error.noVoucher');
  return batch;
}

/** A second call at the same moment waits for the batch, and finds the voucher redeemed. */
export async function redeemVoucher(
  tx: Tx,
  scope: PlayerScope,
  { codeHash, tryId, payAt, now }: { codeHash: string; tryId: string; payAt?: string | undefined; now: Date },
): Promise<{ batch: BatchRow; held: number | null }> {
  const { playerId } = scope;
  if (!(await holdPlayer(tx, playerId))) throw unauthorized();
  const [known] = await find(tx, platformScope, vouchers, { codeHash });
  if (!known) throw missing('rewards:error.noVoucher');
  const batch = await lockBatch(tx, known);
  const own = tenantScope(known.tenantId);
  const [voucher] = await find(tx, own, vouchers, { id: known.id }, 'update');
  if (!voucher) throw missing('rewards:error.noVoucher');
  const dates = { ...voucher, expiresAt: batch.expiresAt, batchVoidedAt: batch.voidedAt };
  const state = voucherStateOf(dates, now);
  if (state !== 'open') throw invalid(`rewards:error.voucher.${state}`);
  if (payAt) await assertPays(tx, batch, payAt);
  await assertUnderLimit(tx, batch, playerId);
  await update(tx, own, vouchers, { id: voucher.id }, { redeemedAt: now, playerId });
  const held = await give(tx, { id: voucher.id, playerId }, batch, now);
  // it was no guess
  await removeOwn(tx, scope, voucherTries, { id: tryId });
  markVisitor(tx, { tenantId: batch.tenantId, playerId });
  await emit(tx, siteTopic(batch.tenantId, batch.siteId), vouchersChanged);
  return { batch, held };
}
