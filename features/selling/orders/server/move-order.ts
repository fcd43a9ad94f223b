import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { finalStates, nextState, type OrderEvent } from '../rules/order-states.ts';
import type { OrderRow } from './order-types.ts';
import { addLine, type Changes, changeOrder } from './order-writes.ts';

export interface Remark {
  data?: Record<string, unknown>;
  user?: { name: string } | undefined;
}

/** The only way an order's state changes: along the transition table, with a line in its timeline. */
export function moveOrder(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: OrderEvent,
  changes: Changes = {},
  remark: Remark = {},
): OrderRow {
  const state = nextState(order.state, event);
  const now = services.clock.now();
  const endedAt = finalStates.includes(state) ? now : null;
  const moved = changeOrder(tx, order, { endedAt, ...changes, state });
  writeLine(tx, services, order, event, state, remark);
  return moved;
}

/** A line in the timeline that changes no state. */
export function remarkOrder(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: 'fault' | 'late' | 'note' | 'resolved' | 'step' | 'asked',
  changes: Changes,
  remark: Remark = {},
): OrderRow {
  const changed = changeOrder(tx, order, changes);
  writeLine(tx, services, order, event, order.state, remark);
  return changed;
}

function writeLine(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: string,
  toState: OrderRow['state'],
  remark: Remark,
): void {
  addLine(tx, order, {
    tenantId: order.tenantId,
    orderId: order.id,
    at: services.clock.now(),
    event,
    fromState: event === 'create' ? null : order.state,
    toState,
    userName: remark.user?.name ?? null,
    data: remark.data ?? {},
  });
}

export function beginTimeline(tx: Tx, services: Services, order: OrderRow): void {
  writeLine(tx, services, order, 'create', order.state, {
    data: { amount: order.amount, payWay: order.payWay },
    ...(order.userName && { user: { name: order.userName } }),
  });
}
