import { eq, inArray } from 'drizzle-orm';
import { findKeptApart, type Payment, requestRelease } from '#features/money/payments/server/public.ts';
import { findOrders, type OrderView } from '#features/selling/orders/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import type { FailureReason } from '../contract/shared.ts';
import { sharingChanged } from '../contract/shared.ts';
import { validities } from '../rules/periods.ts';
import { earliestMs } from '../rules/wechat-limits.ts';
import { shareLines, shareOrders, shareRules } from '../tables.ts';
import { openOf } from './line-writes.ts';
import { dayOf, isShared, keptOf } from './share-orders.ts';
import {
  findReceivers,
  findVersions,
  holdOrders,
  type LineRow,
  type ReceiverRow,
  type RuleRow,
  type SharedOrderRow,
  type VersionRow,
} from './share-queries.ts';

const pageSize = 200;

/** Why WeChat will not take a line later either. */
const final: ReadonlySet<FailureReason | null> = new Set<FailureReason>([
  'overLimit',
  'notShareable',
  'tooLate',
  'refused',
  'ownNumber',
  'gone',
]);

interface Facts {
  orders: Map<string, OrderView>;
  shared: Map<string, SharedOrderRow>;
  lines: Map<string, LineRow[]>;
  receivers: Map<string, ReceiverRow>;
  rules: Map<string, RuleRow>;
  versions: Map<string, VersionRow[]>;
}

async function readFacts(reader: Reader, tenantId: string, orderIds: readonly string[]): Promise<Facts> {
  const scope = tenantScope(tenantId);
  const order = rows(scope, shareOrders);
  const line = rows(scope, shareLines);
  const rule = rows(scope, shareRules);
  const orders = await findOrders(reader, scope, orderIds);
  const shared = await reader
    .select()
    .from(order)
    .where(inArray(order.orderId, [...orderIds]));
  const lines = await reader
    .select()
    .from(line)
    .where(inArray(line.orderId, [...orderIds]));
  const sites = [...new Set(orders.flatMap(({ siteId }) => siteId ?? []))];
  const rules = sites.length > 0 ? await reader.select().from(rule).where(inArray(rule.siteId, sites)) : [];
  const versions = await findVersions(reader, scope, sites);
  const named = [...versions.values()].flat().flatMap(({ ratios }) => ratios);
  return {
    orders: new Map(orders.map((row) => [row.id, row])),
    shared: new Map(shared.map((row) => [row.orderId, row])),
    lines: Map.groupBy(lines, ({ orderId }) => orderId),
    receivers: await findReceivers(
      reader,
      scope,
      [...lines, ...named].map(({ receiverId }) => receiverId),
    ),
    rules: new Map(rules.map((row) => [row.siteId, row])),
    versions,
  };
}

const byWechat = ({ receivers }: Facts, receiverId: string) => receivers.get(receiverId)?.way === 'wechat';

/** Whether a line has something on its way through WeChat, or may have later. */
const mayStillGo = (facts: Facts, line: LineRow): boolean =>
  line.waitingFen > 0 ||
  (openOf(line) > 0 && !line.wechatRefused && !final.has(line.reason) && byWechat(facts, line.receiverId));

/** Whether a run will come to an order that none has shared yet. A pause ends one day. */
function willBeShared(facts: Facts, order: OrderView): boolean {
  if (order.settledAt === null) return true;
  const rule = facts.rules.get(order.siteId ?? '');
  if (!rule) return false;
  const day = dayOf(order);
  const version = validities(facts.versions.get(rule.siteId) ?? []).find(
    ({ from, to }) => from <= day && (to === null || day < to),
  )?.version;
  if (!version || version.ends || keptOf(order) === 0 || !isShared(order, version)) return false;
  if (rule.doneUntil !== null && day < rule.doneUntil) return false;
  return version.ratios.some(({ receiverId }) => byWechat(facts, receiverId));
}

/** Those of which it is known that WeChat shares nothing (more). */
async function idleAmong(reader: Reader, tenantId: string, kept: readonly Payment[]): Promise<Payment[]> {
  const facts = await readFacts(
    reader,
    tenantId,
    kept.map(({ subject }) => subject.id),
  );
  return kept.filter(({ subject }) => {
    const order = facts.orders.get(subject.id);
    if (!order) return false;
    const shared = facts.shared.get(order.id);
    if (!shared) return !willBeShared(facts, order);
    return !shared.recheck && !(facts.lines.get(order.id) ?? []).some((line) => mayStillGo(facts, line));
  });
}

async function release(
  tx: Tx,
  services: Services,
  tenantId: string,
  found: readonly Payment[],
): Promise<void> {
  const orderIds = found.map(({ subject }) => subject.id);
  await holdOrders(tx, tenantId, orderIds);
  // again under the lock: a run or a refund may have changed it meanwhile
  const idle = await idleAmong(tx, tenantId, found);
  for (const { id, subject } of idle) {
    await update(tx, tenantScope(tenantId), shareOrders, (columns) => eq(columns.orderId, subject.id), {
      released: true,
    });
    await requestRelease(tx, services, { tenantId, paymentId: id });
  }
  if (idle.length > 0) await emit(tx, tenantTopic(tenantId), sharingChanged);
}

/**
 * What WeChat keeps apart although nothing (more) of it will be shared is released: nobody has a share, all was refused
 * or taken back, the rule ended, the order is none that is shared. features/money/payments releases the rest in time.
 */
export async function releaseIdle(services: Services): Promise<void> {
  const { db, clock } = services;
  let after: Payment | undefined;
  for (;;) {
    const now = clock.now();
    const paidBefore = new Date(now.getTime() - earliestMs);
    const page = await findKeptApart(db.read, {
      now,
      paidBefore,
      limit: pageSize,
      ...(after ? { after } : {}),
    });
    const ofOrders = page.filter(({ subject }) => subject.kind === 'order');
    for (const [tenantId, kept] of Map.groupBy(ofOrders, (payment) => payment.tenantId)) {
      const idle = await idleAmong(db.read, tenantId, kept);
      if (idle.length > 0) await db.transaction((tx) => release(tx, services, tenantId, idle));
    }
    if (page.length < pageSize) return;
    after = page.at(-1);
  }
}
