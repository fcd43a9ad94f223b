import { and, eq, inArray, sql } from 'drizzle-orm';
import { InsufficientFunds, walletAccount } from '#features/money/ledger/server/public.ts';
import { requestProfitShare } from '#features/money/payments/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { attempt } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { openText } from '#kit/server/sealed.ts';
import { rows, update } from '#kit/server/tables.ts';
import type { FailureReason } from '../contract/shared.ts';
import { wechatRoom } from '../rules/wechat-limits.ts';
import { shareEntries, shareLines, shareOrders } from '../tables.ts';
import { hasWallet } from './accounts-of.ts';
import { openOf } from './line-writes.ts';
import type { Payday } from './payday.ts';
import { wechatPurpose } from './receiver-secrets.ts';
import type { LineRow, ReceiverRow, SharedOrderRow } from './share-queries.ts';

interface WechatPart {
  line: LineRow;
  receiver: ReceiverRow;
  amountFen: number;
}

/** What went to WeChat of each order already, on its way or arrived. */
async function sharedSoFar(
  { tx, tenantId }: Payday,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const scope = tenantScope(tenantId);
  const entry = rows(scope, shareEntries);
  const line = rows(scope, shareLines);
  const [arrived, onTheWay] = [
    await tx
      .select({ orderId: entry.orderId, fen: sql<number>`-sum(${entry.amountFen})::bigint`.mapWith(Number) })
      .from(entry)
      .where(
        and(
          inArray(entry.orderId, [...orderIds]),
          eq(entry.way, 'wechat'),
          // what came back does not make room again
          eq(entry.kind, 'paid'),
        ),
      )
      .groupBy(entry.orderId),
    await tx
      .select({ orderId: line.orderId, fen: sql<number>`sum(${line.waitingFen})::bigint`.mapWith(Number) })
      .from(line)
      .where(inArray(line.orderId, [...orderIds]))
      .groupBy(line.orderId),
  ];
  const sums = new Map<string, number>();
  for (const { orderId, fen } of [...arrived, ...onTheWay]) sums.set(orderId, (sums.get(orderId) ?? 0) + fen);
  return sums;
}

const refuse = (line: LineRow, reason: FailureReason) => {
  line.reason = reason;
};

function refusalOf(line: LineRow, receiver: ReceiverRow): FailureReason | undefined {
  if (line.wechatRefused) return 'refused';
  return receiver.wechatState === 'registered' ? undefined : 'notRegistered';
}

/** The parts of one order, as far as the limit goes; what is left over carries its reason. */
function partsOf(
  payday: Payday,
  order: SharedOrderRow,
  lines: readonly LineRow[],
  sharedFen: number,
): WechatPart[] {
  const room = wechatRoom({ ...order, sharedFen }, payday.now);
  // of another platform's payment, or of one that was not made for sharing, no way leads out of the merchant's own number
  const roomRefusal = order.collectedDirectly && room.refusal === 'notShareable' ? 'ownNumber' : room.refusal;
  let leftFen = room.roomFen;
  const parts: WechatPart[] = [];
  for (const line of lines) {
    const receiver = payday.receivers.get(line.receiverId) as ReceiverRow;
    const refusal = refusalOf(line, receiver) ?? roomRefusal;
    if (refusal === 'wait') continue;
    if (refusal) {
      refuse(line, refusal);
      continue;
    }
    const amountFen = Math.min(leftFen, openOf(line));
    leftFen -= amountFen;
    if (amountFen < openOf(line)) refuse(line, 'overLimit');
    if (amountFen > 0) parts.push({ line, receiver, amountFen });
  }
  return parts;
}

function shareLineOf({ services }: Payday, { line, receiver, amountFen }: WechatPart, description: string) {
  const { secrets } = services;
  const name =
    receiver.wechatName && openText(secrets, receiver.wechatName, wechatPurpose(receiver.id, 'name'));
  return {
    receiverKey: line.id,
    type: receiver.wechatType as NonNullable<ReceiverRow['wechatType']>,
    account: openText(secrets, receiver.wechatAccount as string, wechatPurpose(receiver.id, 'account')),
    ...(name ? { name } : {}),
    amountFen,
    description,
  };
}

async function send(
  payday: Payday,
  order: SharedOrderRow,
  parts: readonly WechatPart[],
  unfreezeRest: boolean,
) {
  const { tx, services, tenantId } = payday;
  const first = parts[0] as WechatPart;
  const description = services.texts.say('zh-cn', 'sharing:wechat.description', { number: order.number });
  try {
    await attempt(tx, (inner) =>
      requestProfitShare(inner, services, {
        tenantId,
        paymentId: order.paymentId as string,
        key: `share:${order.orderId}:${first.line.receiverId}:${first.line.tries}`,
        debit: walletAccount(tenantId, order.walletId, order.collectedDirectly ? 'collected' : 'available'),
        lines: parts.map((part) => shareLineOf(payday, part, description)),
        unfreezeRest,
      }),
    );
  } catch (error) {
    const short = error instanceof InsufficientFunds;
    if (!short && !(error instanceof AppError)) throw error;
    for (const { line } of parts) refuse(line, short ? 'insufficient' : 'notShareable');
    return;
  }
  for (const { line, amountFen } of parts) {
    line.waitingFen += amountFen;
    line.tries += 1;
  }
  if (!unfreezeRest) return;
  order.released = true;
  await update(tx, tenantScope(tenantId), shareOrders, (columns) => eq(columns.orderId, order.orderId), {
    released: true,
  });
}

/**
 * Through WeChat what its limits allow, order by order. The rest of the payment is released with the last request, so
 * that it is not kept apart for nothing.
 */
export async function payByWechat(payday: Payday, asked: readonly LineRow[]): Promise<void> {
  const byOrder = new Map<string, LineRow[]>();
  for (const line of asked) {
    const receiver = payday.receivers.get(line.receiverId) as ReceiverRow;
    if (receiver.way !== 'wechat' || openOf(line) === 0) continue;
    byOrder.set(line.orderId, [...(byOrder.get(line.orderId) ?? []), line]);
  }
  if (byOrder.size === 0) return;
  const shared = await sharedSoFar(payday, [...byOrder.keys()]);
  for (const [orderId, lines] of byOrder) {
    const order = payday.orders.get(orderId) as SharedOrderRow;
    // who has no wallet has no other way, and comes first
    const needWechat = (line: LineRow) => !hasWallet(payday.receivers.get(line.receiverId) as ReceiverRow);
    lines.sort((a, b) => Number(needWechat(b)) - Number(needWechat(a)));
    const parts = partsOf(payday, order, lines, shared.get(orderId) ?? 0);
    if (parts.length === 0) continue;
    const waitsForOthers = lines.some(({ reason }) => reason === 'notRegistered');
    await send(payday, order, parts, !waitsForOthers);
  }
}
