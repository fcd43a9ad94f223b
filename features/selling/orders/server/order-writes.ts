import { markVisitor } from '#features/base/players/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { type Gathering, gathered, writeGathered } from '#kit/server/gathered-writes.ts';
import { emit, siteTopic, userTopic } from '#kit/server/outbox.ts';
import {
  insertManyText,
  insertText,
  type StatementText,
  setText,
  wholeRow,
} from '#kit/server/row-statements.ts';
import { shapeOfTenant } from '#kit/server/tables.ts';
import { orderChanged } from '../contract/events.ts';
import { orderEvents, orders } from '../tables.ts';
import type { Events, OrderRow, Orders, OrderView } from './order-types.ts';

export type Changes = Partial<Orders['$inferInsert']>;

/**
 * Orders in the hands of a transaction: what happens to one is kept in mind and written once, at the end, with all lines
 * of its timeline. Only the transaction that holds the row changes it, so what stands here is the truth.
 */
interface HeldOrder {
  row: OrderRow;
  /** not in the table yet */
  fresh: boolean;
  changes: Changes;
  /** open pages shall hear of it */
  told: boolean;
}

interface Work {
  held: Map<string, HeldOrder>;
  lines: Events['$inferInsert'][];
}

const orderShape = shapeOfTenant(orders);
const eventShape = shapeOfTenant(orderEvents);

const work: Gathering<Work> = {
  empty: () => ({ held: new Map(), lines: [] }),
  copy: ({ held, lines }) => ({
    held: new Map([...held].map(([id, one]) => [id, { ...one }])),
    lines: [...lines],
  }),
  prepare(tx, { held }) {
    for (const { row, told } of held.values())
      if (told) {
        void tell(tx, row);
        // who has only asked for the price has not been there
        if (row.playerId && row.paidAt) markVisitor(tx, { tenantId: row.tenantId, playerId: row.playerId });
      }
  },
  writes: ({ held, lines }, statement) => [
    ...writeFresh([...held.values()], statement),
    ...[...held.values()].flatMap((one) => writeOf(one, statement)),
    ...(lines.length === 0 ? [] : [{ text: insertManyText(statement, eventShape, lines) }]),
  ],
  rest: ({ held }) => ({
    held: new Map([...held].map(([id, { row }]) => [id, { row, fresh: false, changes: {}, told: false }])),
    lines: [],
  }),
};

function writeFresh(held: readonly HeldOrder[], statement: StatementText) {
  const fresh = held.filter((one) => one.fresh).map(({ row }) => row);
  return fresh.length === 0 ? [] : [{ text: insertText(statement, orderShape, fresh) }];
}

function writeOf({ row, fresh, changes }: HeldOrder, statement: StatementText) {
  if (fresh || Object.keys(changes).length === 0) return [];
  const set = setText(statement, orderShape, changes);
  const where = `tenant_id = ${statement.parameter(row.tenantId)} and id = ${statement.parameter(row.id)}`;
  return [
    {
      text: `update orders set ${set} where ${where} returning 1`,
      orElse: `order ${row.id} is gone although it is locked`,
    },
  ];
}

async function tell(tx: Tx, order: OrderRow): Promise<void> {
  const { tenantId, siteId, userId, id, number, state, counted, deviceId } = order;
  const data = { id, number, state, counted, deviceId };
  await emit(tx, siteTopic(tenantId, siteId), orderChanged, data);
  // A top-up belongs to no site; the person who makes it waits for it all the same.
  if (siteId === null && userId) await emit(tx, userTopic(userId), orderChanged, data);
}

const heldOrders = (tx: Tx) => gathered(tx, work).held;

/** The order as this transaction has it; undefined when it has not taken it. */
export const orderInHand = (tx: Tx, id: string): OrderRow | undefined => heldOrders(tx).get(id)?.row;

/** From the table, locked. */
export function takeInHand(tx: Tx, row: OrderRow): OrderRow {
  heldOrders(tx).set(row.id, { row, fresh: false, changes: {}, told: false });
  return row;
}

export function addOrder(tx: Tx, values: Orders['$inferInsert']): OrderRow {
  const row = wholeRow(orderShape, values) as OrderRow;
  heldOrders(tx).set(row.id, { row, fresh: true, changes: {}, told: false });
  return row;
}

/** A change of an order locks its row. */
export function changeOrder(tx: Tx, order: OrderRow | OrderView, changes: Changes): OrderRow {
  const known = heldOrders(tx).get(order.id);
  const one = known ?? { row: order as OrderRow, fresh: false, changes: {}, told: false };
  if (!known) heldOrders(tx).set(order.id, one);
  one.row = { ...one.row, ...changes } as OrderRow;
  one.changes = { ...one.changes, ...changes };
  return one.row;
}

/** A line of its timeline; open pages hear once how the order stands in the end. */
export function addLine(tx: Tx, order: OrderRow | OrderView, line: Events['$inferInsert']): void {
  gathered(tx, work).lines.push(line);
  changeOrder(tx, order, {});
  const one = heldOrders(tx).get(order.id);
  if (one) one.told = true;
}

/** Others are about to look: rows that name the order need it in its table, and so do features that read it. */
export async function writeOrders(tx: Tx): Promise<void> {
  await writeGathered(tx);
}
