import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, update } from '#kit/server/tables.ts';
import { conversationMoved } from '../contract/events.ts';
import type { Side } from '../contract/shared.ts';
import type { Standing } from '../rules/standing-rules.ts';
import { conversationMessages, conversations } from '../tables.ts';
import type { ConversationRow } from './conversation-queries.ts';
import { countAfter, type MessageRow } from './message-queries.ts';

export interface Words {
  side: Side;
  text: string;
  user?: { id: string; name: string };
  picture?: { name: string; type: string };
  requestId?: string;
}

/** Of the row only what the rules decide. */
export const standingOf = (row: ConversationRow): Standing => ({
  ...pick(row, 'state', 'openedAt', 'waitingSince', 'firstAnswerSeconds', 'nextAnswerSeconds'),
  ...pick(row, 'solvedSeconds', 'solvedAt', 'sleptSince', 'sleptSeconds'),
});

const mostOfPreview = 80;
/** The first line of it, for lists. */
const previewOf = (text: string) => [...text.replace(/\s+/g, ' ')].slice(0, mostOfPreview).join('');

/** Everyone who has it open hears of it: the people of its site, and the player. */
export const tellMoved = (tx: Tx, row: Pick<ConversationRow, 'id' | 'tenantId' | 'siteId' | 'playerId'>) =>
  emitAll(tx, [
    told(siteTopic(row.tenantId, row.siteId), conversationMoved, { id: row.id }),
    told(playerTopic(row.playerId), conversationMoved, { id: row.id }),
  ]);

/** The conversation as it is changed, in the transaction that holds its row. */
export async function changeHeld(
  tx: Tx,
  row: ConversationRow,
  changes: Partial<ConversationRow>,
): Promise<ConversationRow> {
  const [changed] = await update(tx, tenantScope(row.tenantId), conversations, { id: row.id }, changes);
  if (!changed) throw new Error('a conversation that was held is gone');
  await tellMoved(tx, changed);
  return changed;
}

/** The next message; the row has to be held. */
export async function append(
  tx: Tx,
  row: ConversationRow,
  words: Words,
  { at, standing, ...more }: { at: Date; standing: Standing } & Partial<ConversationRow>,
): Promise<{ row: ConversationRow; message: MessageRow }> {
  const { side, text, user, picture, requestId } = words;
  const seq = row.lastSeq + 1;
  const [message] = await insert(tx, tenantScope(row.tenantId), conversationMessages, {
    id: newId(at.getTime()),
    ...pick(row, 'siteId', 'playerId'),
    conversationId: row.id,
    createdAt: at,
    seq,
    side,
    text,
    userId: user?.id ?? null,
    userName: user?.name ?? null,
    pictureName: picture?.name ?? null,
    pictureType: picture?.type ?? null,
    requestId: requestId ?? null,
  });
  if (!message) throw new Error('a message was not written');
  const byPlayer = side === 'player';
  const changed = await changeHeld(tx, row, {
    ...standing,
    ...more,
    lastSeq: seq,
    lastAt: at,
    // lists go on showing what the player asked
    ...(side !== 'auto' && { lastSide: side, lastText: previewOf(text) }),
    staffUnread: row.staffUnread + (byPlayer ? 1 : 0),
    playerUnread: row.playerUnread + (byPlayer ? 0 : 1),
  });
  return { row: changed, message };
}

/** Read twice, or by two people: what is unread is counted again under the lock, so it is exact. */
export async function readUpTo(
  tx: Tx,
  row: ConversationRow,
  side: 'player' | 'staff',
  wantedSeq: number,
): Promise<number> {
  const isStaff = side === 'staff';
  const before = isStaff ? row.staffReadSeq : row.playerReadSeq;
  const seq = Math.min(wantedSeq, row.lastSeq);
  if (seq <= before) return isStaff ? row.staffUnread : row.playerUnread;
  const unread = await countAfter(tx, tenantScope(row.tenantId), {
    conversationId: row.id,
    seq,
    fromPlayer: isStaff,
  });
  await changeHeld(
    tx,
    row,
    isStaff ? { staffReadSeq: seq, staffUnread: unread } : { playerReadSeq: seq, playerUnread: unread },
  );
  return unread;
}
