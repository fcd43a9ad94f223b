import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import { profitShareLines, profitShareReturns, profitShares } from '../tables.ts';
import { lockPayment, outNumber, type PaymentRow } from './payment-queries.ts';
import { later, wakeWorkers } from './schedule.ts';
import type { ShareReturnRequest, ShareReturnView } from './types.ts';

type Returns = typeof profitShareReturns extends TenantTable<infer T> ? T : never;
export type ReturnRow = Returns['$inferSelect'];

/** WeChat takes a share back for 180 days, and fifty times from one sharing; a day is left for it to get there. */
const returnableMs = 179 * dayMs;
const mostReturns = 50;

interface Returnable {
  shareId: string;
  place: number;
  roomFen: number;
}

/** What a receiver got of a payment and did not give back, sharing by sharing; people can not be asked. */
async function returnable(
  tx: Tx,
  payment: PaymentRow,
  receiverKey: string,
  now: Date,
): Promise<Returnable[]> {
  const scope = tenantScope(payment.tenantId);
  const share = rows(scope, profitShares);
  const line = rows(scope, profitShareLines);
  const lines = await tx
    .select({ shareId: line.shareId, place: line.place, amountFen: line.amountFen })
    .from(line)
    .innerJoin(share, eq(share.id, line.shareId))
    .where(
      and(
        eq(share.paymentId, payment.id),
        eq(share.state, 'ended'),
        gt(share.endedAt, later(now, -returnableMs)),
        eq(line.receiverKey, receiverKey),
        eq(line.type, 'MERCHANT_ID'),
        eq(line.state, 'done'),
      ),
    )
    .orderBy(asc(share.id));
  if (lines.length === 0) return [];
  const back = rows(scope, profitShareReturns);
  const ids = lines.map(({ shareId }) => shareId);
  const returns = await tx.select().from(back).where(inArray(back.shareId, ids));
  return lines.map(({ shareId, place, amountFen }) => {
    const ofShare = returns.filter((row) => row.shareId === shareId);
    const givenFen = ofShare
      .filter((row) => row.place === place && row.state !== 'failed')
      .reduce((sum, row) => sum + row.amountFen, 0);
    return { shareId, place, roomFen: ofShare.length < mostReturns ? amountFen - givenFen : 0 };
  });
}

/**
 * Asks a receiver of WeChat's sharing to give back a part of what it got of a payment; nothing moves in the books until
 * WeChat says that it did. In the caller's transaction; the payment's row makes several at once take turns, so that
 * together they never ask for more than was shared. Answers how much can be asked for.
 */
export async function requestShareReturn(
  tx: Tx,
  services: Services,
  request: ShareReturnRequest,
): Promise<{ amountFen: number }> {
  if (!Number.isSafeInteger(request.amountFen) || request.amountFen <= 0)
    throw invalid('payments:error.amount');
  const payment = await lockPayment(tx, request.tenantId, request.paymentId);
  if (!payment) throw missing();
  const scope = tenantScope(request.tenantId);
  const back = rows(scope, profitShareReturns);
  const earlier = await tx.select().from(back).where(eq(back.key, request.key));
  if (earlier.length > 0) return { amountFen: earlier.reduce((sum, { amountFen }) => sum + amountFen, 0) };
  const now = services.clock.now();
  let leftFen = request.amountFen;
  for (const { shareId, place, roomFen } of await returnable(tx, payment, request.receiverKey, now)) {
    const amountFen = Math.min(leftFen, roomFen);
    if (amountFen <= 0) continue;
    leftFen -= amountFen;
    const id = newId();
    await insert(tx, scope, profitShareReturns, {
      id,
      createdAt: now,
      paymentId: payment.id,
      shareId,
      place,
      key: request.key,
      amountFen,
      description: request.description,
      outReturnNo: outNumber(id),
      state: 'requested',
      nextTryAt: now,
    });
  }
  if (leftFen < request.amountFen) await wakeWorkers(tx);
  return { amountFen: request.amountFen - leftFen };
}

export async function lockReturn(tx: Tx, row: Pick<ReturnRow, 'tenantId' | 'id'>): Promise<ReturnRow> {
  const [found] = await find(tx, tenantScope(row.tenantId), profitShareReturns, { id: row.id }, 'update');
  if (!found) throw new Error(`no return of a share ${row.id}`);
  return found;
}

export async function changeReturn(
  tx: Tx,
  row: Pick<ReturnRow, 'tenantId' | 'id'>,
  set: Partial<ReturnRow>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), profitShareReturns, (columns) => eq(columns.id, row.id), set);
}

/** What was asked back of some shares, oldest first. */
export async function findShareReturns(
  reader: Reader,
  tenantId: string,
  receiverKeys: readonly string[],
): Promise<ShareReturnView[]> {
  if (receiverKeys.length === 0) return [];
  const scope = tenantScope(tenantId);
  const back = rows(scope, profitShareReturns);
  const line = rows(scope, profitShareLines);
  return reader
    .select({
      id: back.id,
      receiverKey: line.receiverKey,
      ...pick(back, 'createdAt', 'amountFen', 'state'),
      reason: sql<string | null>`coalesce(${back.reason}, ${back.lastError})`,
    })
    .from(back)
    .innerJoin(line, and(eq(line.shareId, back.shareId), eq(line.place, back.place)))
    .where(inArray(line.receiverKey, [...receiverKeys]))
    .orderBy(asc(back.id));
}
