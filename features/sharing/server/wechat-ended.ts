import { asc, inArray } from 'drizzle-orm';
import type { ShareEnd } from '#features/payments/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { shareLines } from '../tables.ts';
import { entryOf, fitDebts, settleState, writeEntries, writeLines } from './line-writes.ts';
import type { NewEntry } from './rows.ts';

/** WeChat has decided: what it took is paid, what it refused came back to the merchant and goes another way or fails. */
export async function endWechatShare(tx: Tx, share: ShareEnd, now: Date): Promise<void> {
  const line = rows(tenantScope(share.tenantId), shareLines);
  const ids = share.lines.map(({ receiverKey }) => receiverKey);
  const lines = await tx.select().from(line).where(inArray(line.id, ids)).orderBy(asc(line.id)).for('update');
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
      // a refund came while it was on its way
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
  await emit(tx, tenantTopic(share.tenantId), 'sharing.changed', {});
}
