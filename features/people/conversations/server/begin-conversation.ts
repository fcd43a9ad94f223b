import { and, eq, gt, isNull } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { findOwnOrder } from '#features/selling/orders/server/public.ts';
import { conflict, invalid, missing, tooMany } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope, tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import type { SubjectKind } from '../contract/shared.ts';
import { beginRefusal } from '../rules/flood-rules.ts';
import { newRound } from '../rules/standing-rules.ts';
import { conversations } from '../tables.ts';
import { type ConversationRow, findOwnNamed, lockOwn } from './conversation-queries.ts';

/** One of the three is given. */
export interface Asked {
  conversationId?: string | undefined;
  orderNumber?: string | undefined;
  fieldId?: string | undefined;
}

interface Subject {
  subject: SubjectKind;
  subjectId: string | null;
  orderNumber: string | null;
  deviceId: string | null;
}

export interface Place extends Subject {
  tenantId: string;
  siteId: string;
  siteName: string;
  merchantName: string;
}

/** A shop of a merchant that is in business. */
async function shopOf(reader: Reader, siteId: string) {
  const site = siteView(platformScope);
  const tenant = tenantView(platformScope);
  const [found] = await reader
    .select({ tenantId: site.tenantId, siteId: site.id, siteName: site.name, merchantName: tenant.name })
    .from(site)
    .innerJoin(tenant, eq(tenant.id, site.tenantId))
    .where(and(eq(site.id, siteId), isNull(site.removedAt), eq(tenant.state, 'active')));
  if (!found) throw missing('conversations:error.noShop');
  return found;
}

/** What the player wants to write about; an order has to be the player's own. */
export async function placeOf(reader: Reader, scope: PlayerScope, asked: Asked): Promise<Place> {
  if (asked.orderNumber) {
    const { orders: order } = await findOwnOrder(reader, scope, asked.orderNumber);
    if (!order.siteId) throw conflict('conversations:error.noShop');
    const about = { subjectId: order.id, orderNumber: order.number, deviceId: order.deviceId };
    return { ...(await shopOf(reader, order.siteId)), subject: 'order', ...about };
  }
  if (!asked.fieldId) throw invalid('conversations:error.aboutWhat');
  const about = { subject: 'shop', subjectId: null, orderNumber: null, deviceId: null } as const;
  return { ...(await shopOf(reader, asked.fieldId)), ...about };
}

/** The conversation that there is about the same. */
export const sameBefore = (reader: Reader, scope: PlayerScope, { subjectId, siteId }: Place) =>
  findOwnNamed(reader, scope, subjectId ? { orderId: subjectId } : { siteId });

async function assertMayBegin(tx: Tx, scope: PlayerScope, at: Date): Promise<void> {
  const conversation = ownRows(scope, conversations);
  const begun = await tx.$count(conversation, gt(conversation.createdAt, new Date(at.getTime() - dayMs)));
  const refusal = beginRefusal(begun);
  if (refusal) throw tooMany(refusal);
}

/** The conversation that the player writes into, held; a new one where there is none about it. */
export async function holdOrBegin(
  tx: Tx,
  scope: PlayerScope,
  asked: Asked,
  at: Date,
): Promise<ConversationRow> {
  if (asked.conversationId) {
    const row = await lockOwn(tx, scope, asked.conversationId);
    await shopOf(tx, row.siteId);
    return row;
  }
  const place = await placeOf(tx, scope, asked);
  // two phones of one player that begin at once begin one
  await holdName(tx, 'conversations of player', scope.playerId);
  const before = await sameBefore(tx, scope, place);
  if (before) return lockOwn(tx, scope, before.id);
  await assertMayBegin(tx, scope, at);
  const [row] = await insert(tx, tenantScope(place.tenantId), conversations, {
    id: newId(at.getTime()),
    ...pick(place, 'siteId', 'subject', 'subjectId', 'orderNumber', 'deviceId'),
    ...newRound(at),
    playerId: scope.playerId,
    createdAt: at,
    lastAt: at,
    lastSide: 'player',
    lastText: '',
  });
  if (!row) throw new Error('a conversation was not written');
  return row;
}
