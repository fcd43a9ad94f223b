import { findPlayers } from '#features/base/players/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { FaultCode, OrderUnit } from '../../contract/kinds.ts';
import type { ordersContract } from '../../contract.ts';
import { itemName, titleOf } from '../../rules/order-names.ts';
import { refundableAmount } from '../../rules/refund-amounts.ts';
import type { EventRow, OrderRow, RefundRow } from '../order-types.ts';

export type Say = (key: string, params?: Record<string, string | number>) => string;

const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value): value is T => value !== null);

/** What a list says of an order: some of it went back, or somebody has to look, before how far it has come. */
export function standingOf({ faultState, state, refundedAmount }: OrderRow) {
  if (faultState === 'unsolved') return 'needsHelp';
  const delivered = state === 'fulfilled' || state === 'partlyFulfilled';
  return delivered && refundedAmount > 0 ? 'partlyRefunded' : state;
}

/** Names of sites and players are read for all records at once. */
export async function toRecords(
  reader: Reader,
  scope: Scope,
  list: readonly OrderRow[],
  say: Say,
): Promise<ResultOf<typeof ordersContract.listOrders>['records']> {
  const [sites, players] = await Promise.all([
    siteNames(reader, scope, [...new Set(known(list.map(({ siteId }) => siteId)))]),
    findPlayers(reader, known(list.map(({ playerId }) => playerId))),
  ]);
  return list.map((order) => {
    const player = order.playerId ? players.get(order.playerId) : undefined;
    return {
      ...amountsOf(order),
      id: order.id,
      orderNumber: order.number,
      ...pick(order, 'kind', 'createdAt', 'settledAt'),
      fieldId: order.siteId,
      fieldName: order.siteId ? (sites.get(order.siteId) ?? null) : null,
      equipmentId: order.deviceId,
      equipmentCode: order.deviceCode,
      ...machineOf(order, say),
      equipmentType: order.deviceType,
      playerId: order.playerId,
      playerName: player?.name ?? null,
      playerPhone: player?.phone ?? null,
      userName: order.userName,
      title: titleOf(order.items, say),
      refundableAmount: refundableAmount(order),
      totalAmount: order.paidAmount || order.amount,
      standing: standingOf(order),
      pieces: piecesOf(order, say),
      ...pick(order, 'feeFen', 'collectedDirectly', 'fault', 'faultState'),
    };
  });
}

/** What both staff and payers see of it. */
export const amountsOf = (order: OrderRow) => ({
  ...pick(order, 'state', 'paidAt', 'endedAt', 'deadlineAt', 'payWay', 'unit', 'amount', 'paidAmount'),
  ...pick(order, 'fulfilledAmount', 'refundedAmount', 'asked', 'counted'),
});

export const machineOf = (order: OrderRow, say: Say) => ({
  equipmentNo: order.deviceNumber,
  equipmentName: order.deviceName,
  typeName: order.deviceType && say(`devices:type.${order.deviceType}`),
});

export const itemsOf = (order: OrderRow, say: Say) =>
  order.items.map((item) => {
    const name = itemName(item, say);
    return { ...item, name, unit: order.unit, text: `${name} × ${item.quantity}` };
  });

function piecesOf({ asked, counted }: Pick<OrderRow, 'asked' | 'counted'>, say: Say): string | null {
  if (asked === null) return null;
  return counted === null
    ? say('orders:pieces.askedOnly', { asked })
    : say('orders:pieces.countedOf', { asked, counted });
}

/** One of our own reasons is a text key. */
export const sayReason = (reason: string, say: Say): string =>
  reason.startsWith('orders:reason.') ? say(reason) : reason;

/** One sentence that somebody who has never seen a timeline understands. */
function sentenceOf(event: EventRow, say: Say): string {
  const { asked, counted, reason, attempt, automatic, refunded, confirmed, byMachine, inCash } = event.data;
  const pieces = { asked: Number(asked ?? 0), counted: Number(counted ?? 0) };
  const why = typeof reason === 'string' ? sayReason(reason, say) : '';
  switch (event.event) {
    case 'start':
      if (!byMachine) return say('orders:event.startBooking');
      return say(Number(attempt) > 1 ? 'orders:event.startAgain' : 'orders:event.start');
    case 'deliver':
      if (confirmed) return say('orders:event.confirmed', { reason: why });
      return say(pieces.asked > 0 ? 'orders:event.delivered' : 'orders:event.deliver', pieces);
    case 'refund':
      if (inCash) return say('orders:event.refundCash', { reason: why });
      return say(automatic ? 'orders:event.refundAutomatic' : 'orders:event.refund', { reason: why });
    case 'fault':
    case 'late':
    case 'step':
    case 'deliverPart':
    case 'redispense':
      return say(`orders:event.${event.event}`, pieces);
    case 'resumeFulfilled':
    case 'resumePartly':
    case 'resumePaid':
      return say(refunded ? 'orders:event.partReturned' : 'orders:event.refundFailed', {
        reason: String(event.data.failure ?? ''),
      });
    case 'asked':
      return say(`orders:event.asked.${event.data.wish}`, { words: String(event.data.words) });
    case 'note':
    case 'resolved':
      return say('orders:event.resolved', { reason: why });
    default:
      return say(`orders:event.${event.event}`);
  }
}

export const toTimeline = (events: readonly EventRow[], say: Say) =>
  events.map((event) => ({
    at: event.at,
    event: event.event,
    text: sentenceOf(event, say),
    from: event.fromState,
    to: event.toState,
    userName: event.userName,
  }));

export const toRefund = (refund: RefundRow, unit: OrderUnit, say: Say) => ({
  ...pick(refund, 'id', 'createdAt', 'endedAt', 'state'),
  unit,
  ...pick(refund, 'amount', 'feeBackFen', 'automatic'),
  reason: sayReason(refund.reason, say),
  userName: refund.userName,
  by: refund.userName ?? say('orders:detail.automatic'),
  failure: refund.failure,
});

export const causeOf = (fault: FaultCode | null, say: Say) => ({
  cause: fault ? say(`orders:faultName.${fault}`) : '',
  advice: fault ? say(`orders:faultHelp.${fault}`) : '',
});

export const ownScope = (order: OrderRow): Scope => tenantScope(order.tenantId);
