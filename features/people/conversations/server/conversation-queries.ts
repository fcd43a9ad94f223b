import { and, eq, ilike, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, likePattern, pageDeep, pageRows } from '#kit/server/page-rows.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope, type Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { conversationsContract as calls } from '../contract.ts';
import { conversations } from '../tables.ts';

export type ConversationRow = RowOf<typeof conversations>;

/** Conversations with the names of what they are about. */
function named(reader: Reader, scope: Scope) {
  const conversation = rows(scope, conversations);
  const player = playerView();
  const site = siteView(scope);
  const device = deviceView(scope);
  return {
    conversation,
    player,
    select: () =>
      reader
        .select({
          ...pick(
            conversation,
            'id',
            'tenantId',
            'createdAt',
            'siteId',
            'playerId',
            'subject',
            'orderNumber',
          ),
          ...pick(conversation, 'deviceId', 'userId', 'userName', 'state', 'openedAt', 'waitingSince'),
          ...pick(conversation, 'firstAnswerSeconds', 'nextAnswerSeconds', 'solvedSeconds', 'solvedAt'),
          ...pick(conversation, 'sleptSince', 'sleptSeconds', 'lastAt', 'lastSide', 'lastText'),
          ...pick(conversation, 'lastSeq', 'staffUnread', 'playerReadSeq'),
          playerName: player.name,
          playerPhone: player.phone,
          siteName: site.name,
          deviceNumber: device.number,
          deviceName: device.name,
        })
        .from(conversation)
        .leftJoin(player, eq(player.id, conversation.playerId))
        .leftJoin(site, atSite(site, conversation))
        .leftJoin(
          device,
          and(eq(device.tenantId, conversation.tenantId), eq(device.id, conversation.deviceId)),
        ),
  };
}

export type NamedRow = Awaited<ReturnType<ReturnType<typeof named>['select']>>[number];

/** `me` is who asks: for what is theirs. */
export const pageConversations = listing(
  calls.listConversations,
  (reader, { scope, me }: { scope: Scope; me: string }, input) => {
    const { conversation, player, select } = named(reader, scope);
    const boxes: Record<typeof input.box, SQL | undefined> = {
      open: eq(conversation.state, 'open'),
      mine: and(eq(conversation.state, 'open'), eq(conversation.userId, me)),
      snoozed: eq(conversation.state, 'snoozed'),
      solved: eq(conversation.state, 'solved'),
    };
    return pageDeep(reader, input, {
      from: select,
      of: conversation,
      filters: {
        box: (box) => boxes[box],
        keyword: (keyword) =>
          or(
            ilike(player.name, likePattern(keyword)),
            /^\d{11}$/.test(keyword) ? eq(player.phone, keyword) : undefined,
            /^\d+$/.test(keyword) ? eq(conversation.orderNumber, keyword) : undefined,
          ),
        fieldId: equals(conversation.siteId),
        playerId: equals(conversation.playerId),
      },
      sort: { lastAt: conversation.lastAt },
      usual: { by: 'lastAt', order: 'desc' },
    });
  },
);

/** Another merchant's, or one of a site beyond the scope, is not found. */
export async function readNamed(reader: Reader, scope: Scope, id: string): Promise<NamedRow> {
  const { conversation, select } = named(reader, scope);
  const [found] = await select().where(eq(conversation.id, id));
  if (!found) throw missing();
  return found;
}

export async function findConversation(reader: Reader, scope: Scope, id: string): Promise<ConversationRow> {
  const [found] = await find(reader, scope, conversations, { id });
  if (!found) throw missing();
  return found;
}

/** Whatever happens in a conversation happens one after the other. */
export async function lockConversation(tx: Tx, scope: Scope, id: string): Promise<ConversationRow> {
  const [found] = await find(tx, scope, conversations, { id }, 'update');
  if (!found) throw missing();
  return found;
}

export async function lockOwn(tx: Tx, scope: PlayerScope, id: string): Promise<ConversationRow> {
  const [found] = await findOwn(tx, scope, conversations, { id }, 'update');
  if (!found) throw missing();
  return found;
}

export async function countUnread(reader: Reader, scope: Scope) {
  const conversation = rows(scope, conversations);
  const [found] = await reader
    .select({
      unread: sql<number>`coalesce(sum(${conversation.staffUnread}), 0)::int`,
      waiting: sql<number>`count(*) filter (where ${conversation.waitingSince} is not null)::int`,
    })
    .from(conversation)
    .where(or(sql`${conversation.staffUnread} > 0`, isNotNull(conversation.waitingSince)));
  return found ?? { unread: 0, waiting: 0 };
}

export async function countOwnUnread(reader: Reader, scope: PlayerScope): Promise<number> {
  const conversation = ownRows(scope, conversations);
  const [found] = await reader
    .select({ unread: sql<number>`coalesce(sum(${conversation.playerUnread}), 0)::int` })
    .from(conversation);
  return found?.unread ?? 0;
}

/** Conversations of the player, with whom they are. */
function ownNamed(reader: Reader, scope: PlayerScope) {
  const conversation = ownRows(scope, conversations);
  const site = siteView(platformScope);
  const tenant = tenantView(platformScope);
  return {
    conversation,
    select: () =>
      reader
        .select({
          ...pick(
            conversation,
            'id',
            'tenantId',
            'subject',
            'orderNumber',
            'lastAt',
            'lastText',
            'staffReadSeq',
          ),
          unread: conversation.playerUnread,
          fieldId: conversation.siteId,
          fieldName: site.name,
          merchantName: tenant.name,
        })
        .from(conversation)
        .innerJoin(site, atSite(site, conversation))
        .innerJoin(tenant, eq(tenant.id, conversation.tenantId)),
  };
}

export const pageOwn = listing(calls.listOwnConversations, (reader, scope: PlayerScope, input) => {
  const { conversation, select } = ownNamed(reader, scope);
  return pageRows(reader, input, {
    from: select,
    of: conversation,
    filters: {},
    sort: { lastAt: conversation.lastAt },
    usual: { by: 'lastAt', order: 'desc' },
  });
});

/** The one that is asked for, or the newest that matches. */
export async function findOwnNamed(
  reader: Reader,
  scope: PlayerScope,
  wanted: { id: string } | { orderId: string } | { siteId: string },
) {
  const { conversation, select } = ownNamed(reader, scope);
  const where =
    'id' in wanted
      ? eq(conversation.id, wanted.id)
      : 'orderId' in wanted
        ? eq(conversation.subjectId, wanted.orderId)
        : and(eq(conversation.siteId, wanted.siteId), eq(conversation.subject, 'shop'));
  const [found] = await select().where(where).orderBy(sql`${conversation.lastAt} desc`).limit(1);
  return found;
}
