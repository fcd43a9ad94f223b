import { conflict } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { OwnOrder, ownContract } from '../../contract/own.ts';
import { askAgainRefusal, askRefusal } from '../../rules/help-rules.ts';
import { titleOf } from '../../rules/order-names.ts';
import { remarkOrder } from '../move-order.ts';
import { readEvents, readRefunds } from '../order-queries.ts';
import type { OrderRow } from '../order-types.ts';
import { explainOrder } from '../registry.ts';
import { itemsOf, type Say, sayReason, standingOf, toTimeline } from './order-records.ts';
import { findOwnOrder, lockOwnOrder, pageOwnMovements, pageOwnOrders } from './own-queries.ts';

interface Placed {
  orders: OrderRow;
  organisation: { name: string };
  site: { name: string } | null;
}

const toOwnOrder = ({ orders: order, organisation, site }: Placed, now: Date, say: Say): OwnOrder => ({
  orderNumber: order.number,
  kind: order.kind,
  standing: standingOf(order),
  title: titleOf(order.items, say),
  merchantName: organisation.name,
  fieldName: site?.name ?? null,
  equipmentNo: order.deviceNumber,
  typeName: order.deviceType && say(`devices:type.${order.deviceType}`),
  payWay: order.payWay,
  unit: order.unit,
  totalAmount: order.paidAmount || order.amount,
  refundedAmount: order.refundedAmount,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  canAsk: askRefusal(order, now) === undefined,
});

export const ownHandlers: Handlers<typeof ownContract> = {
  async listOwnOrders(context, input) {
    const now = context.clock.now();
    const say = sayFor(context);
    const page = await pageOwnOrders(context.db.read, context.session.scope, input, now);
    return mapPage(page, (row) => toOwnOrder(row, now, say));
  },

  async readOwnOrder(context, { orderNumber }) {
    const reader = context.db.read;
    const say = sayFor(context);
    const now = context.clock.now();
    const found = await findOwnOrder(reader, context.session.scope, orderNumber);
    const { orders: order, site } = found;
    const [events, refunds, explained] = await Promise.all([
      readEvents(reader, order.tenantId, order.id),
      readRefunds(reader, order.tenantId, order.id),
      explainOrder(context.services, reader, order, say),
    ]);
    const refusal = askRefusal(order, now) ?? askAgainRefusal(events);
    return {
      ...toOwnOrder(found, now, say),
      canAsk: refusal === undefined,
      askRefusal: refusal ? say(refusal) : null,
      contactNumber: site?.contactNumber ?? null,
      items: itemsOf(order, say),
      priceLines: explained?.lines ?? [],
      asked: order.asked,
      counted: order.counted,
      timeline: toTimeline(events, say).map(({ at, text }) => ({ at, text })),
      refunds: refunds.map(({ createdAt, state, amount, reason }) => ({
        createdAt,
        state,
        unit: order.unit,
        amount,
        reason: sayReason(reason, say),
      })),
    };
  },

  /** Money moves when staff decide; until then the order waits among those that need somebody. */
  async askHelp(context, { orderNumber, wish, words }) {
    const { services, session } = context;
    const asked = await context.db.transaction(async (tx) => {
      const order = await lockOwnOrder(tx, session.scope, orderNumber);
      const refusal =
        askRefusal(order, context.clock.now()) ??
        askAgainRefusal(await readEvents(tx, order.tenantId, order.id));
      if (refusal) throw conflict(refusal);
      // why the machine failed says more than that somebody asks
      const changes =
        order.faultState === 'unsolved' ? {} : ({ fault: 'asked', faultState: 'unsolved' } as const);
      return remarkOrder(tx, services, order, 'asked', changes, { data: { wish, words } });
    });
    return { standing: standingOf(asked) };
  },

  async listOwnMovements(context, input) {
    const say = sayFor(context);
    const page = await pageOwnMovements(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => ({
      ...pick(row, 'id', 'at', 'kind', 'orderNumber'),
      title: titleOf(row.items, say),
      merchantName: row.merchantName,
      fieldName: row.fieldName,
      equipmentNo: row.deviceNumber,
      typeName: row.deviceType && say(`devices:type.${row.deviceType}`),
      ...pick(row, 'payWay', 'unit', 'amount'),
    }));
  },
};
