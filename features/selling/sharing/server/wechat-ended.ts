import { asc, eq, inArray } from 'drizzle-orm';
import type { ShareEnd, ShareReturnEnd } from '#features/money/payments/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { sharingChanged } from '../contract/shared.ts';
import { shareLines, shareOrders } from '../tables.ts';
import { askBackAtWechat } from './ask-back.ts';
import { entryOf, fitDebts, settleState, writeEntries, writeLines } from './line-writes.ts';
import type { LineRow, NewEntry } from './share-queries.ts';

export async function lockLinesById(tx: Tx, tenantId: string, ids: readonly string[]): Promise<LineRow[]> {
  const line = rows(tenantScope(tenantId), shareLines);
  return tx
    .select()
    .from(line)
    .where(inArray(line.id, [...ids]))
    .orderBy(asc(line.id))
    .for('update');
}

/** A refund came while it was on its way: the receiver has more than is due. */
async function askBack(tx: Tx, services: Services, share: ShareEnd, line: LineRow): Promise<void> {
  const order = rows(tenantScope(line.tenantId), shareOrders);
  const [shared] = await tx.select().from(order).where(eq(order.orderId, line.orderId));
  if (shared)
    await askBackAtWechat(tx, services, shared, line, `share-return:${share.id}:${line.receiverId}`);
}

/** WeChat has decided: what it took is paid, what it refused came back to the merchant and goes another way or fails. */
export async function endWechatShare(tx: Tx, services: Services, share: ShareEnd): Promise<void> {
  const now = services.clock.now();
  const lines = await lockLinesById(
    tx,
    share.tenantId,
    share.lines.map(({ receiverKey }) => receiverKey),
  );
  const ends = new Map(share.lines.map((end) => [end.receiverKey, end]));
  const entries: NewEntry[] = [];
  for (const row of lines) {
    const end = ends.get(row.id);
    // told twice: the first time moved it
    if (!end || row.waitingFen < end.amountFen) continue;
    row.waitingFen -= end.amountFen;
    if (end.state === 'done') {
      row.paidFen += end.amountFen;
      entries.push(
        entryOf(row, { kind: 'paid', amountFen: -end.amountFen, day: businessDay(now), way: 'wechat' }),
      );
      if (row.paidFen > row.dueFen) await askBack(tx, services, share, row);
      await fitDebts(tx, row, now);
    } else {
      row.wechatRefused = true;
      row.reason = 'refused';
      row.reasonDetail = end.reason ?? '';
    }
    settleState(row);
  }
  await writeLines(tx, share.tenantId, lines);
  await writeEntries(tx, share.tenantId, entries);
  await emit(tx, tenantTopic(share.tenantId), sharingChanged);
}

/** The receiver gave back what a refund took from its share, or did not: then it is owed, and WeChat's reason is kept. */
export async function endWechatReturn(tx: Tx, services: Services, back: ShareReturnEnd): Promise<void> {
  const now = services.clock.now();
  const lines = await lockLinesById(tx, back.tenantId, [back.receiverKey]);
  for (const row of lines) {
    row.returningFen -= back.amountFen;
    if (back.state === 'done') {
      row.paidFen -= back.amountFen;
      const day = businessDay(now);
      await writeEntries(tx, back.tenantId, [
        entryOf(row, { kind: 'returned', amountFen: back.amountFen, day, way: 'wechat' }),
      ]);
    }
    await fitDebts(tx, row, now, back.reason ?? '');
    settleState(row);
  }
  await writeLines(tx, back.tenantId, lines);
  await emit(tx, tenantTopic(back.tenantId), sharingChanged);
}
