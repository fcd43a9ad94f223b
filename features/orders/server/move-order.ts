import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { finalStates, nextState, type OrderEvent } from '../order-states.ts';
import { insertEvent, updateOrder } from './order-queries.ts';
import type { OrderRow, Orders } from './order-view.ts';

export type Changes = Partial<Orders['$inferInsert']>;

export interface Remark {
  data?: Record<string, unknown>;
  user?: { name: string } | undefined;
}

/** The only way an order's state changes: along the transition table, with a line in its timeline. */
export async function moveOrder(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: OrderEvent,
  changes: Changes = {},
  remark: Remark = {},
): Promise<OrderRow> {
  const state = nextState(order.state, event);
  const now = services.clock.now();
  // nothing here waits for an answer of the step before it: they travel together
  const [moved] = await Promise.all([
    updateOrder(tx, order, { endedAt: finalStates.includes(state) ? now : null, ...changes, state }),
    writeEvent(tx, services, order, event, state, remark),
    tellOrder(tx, { ...order, ...changes, state }),
  ]);
  return moved;
}

/** A line in the timeline that changes no state. */
export async function remarkOrder(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: 'fault' | 'late' | 'note' | 'resolved' | 'step',
  changes: Changes,
  remark: Remark = {},
): Promise<OrderRow> {
  const [changed] = await Promise.all([
    Object.keys(changes).length > 0 ? updateOrder(tx, order, changes) : order,
    writeEvent(tx, services, order, event, order.state, remark),
    tellOrder(tx, { ...order, ...changes }),
  ]);
  return changed;
}

async function writeEvent(
  tx: Tx,
  services: Services,
  order: OrderRow,
  event: string,
  toState: OrderRow['state'],
  remark: Remark,
): Promise<void> {
  const at = services.clock.now();
  await insertEvent(tx, {
    tenantId: order.tenantId,
    orderId: order.id,
    at,
    event,
    fromState: event === 'create' ? null : order.state,
    toState,
    userName: remark.user?.name ?? null,
    data: remark.data ?? {},
  });
}

export async function beginTimeline(tx: Tx, services: Services, order: OrderRow): Promise<void> {
  await Promise.all([
    writeEvent(tx, services, order, 'create', order.state, {
      data: { amount: order.amount, payWay: order.payWay },
      ...(order.userName && { user: { name: order.userName } }),
    }),
    tellOrder(tx, order),
  ]);
}

async function tellOrder(
  tx: Tx,
  order: Pick<OrderRow, 'tenantId' | 'id' | 'number' | 'state'> & {
    counted?: number | null;
    deviceId?: string | null;
  },
): Promise<void> {
  await emit(tx, tenantTopic(order.tenantId), 'order.changed', {
    id: order.id,
    number: order.number,
    state: order.state,
    counted: order.counted,
    deviceId: order.deviceId,
  });
}
