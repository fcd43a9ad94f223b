import { eq } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { afterSolve } from '../rules/standing-rules.ts';
import { conversationMessages, conversations } from '../tables.ts';
import { timesAt } from './site-times.ts';
import { changeHeld, standingOf } from './write-message.ts';

/**
 * A player takes along what both sides wrote, without the names of pictures in our store. With the account the words and
 * pictures of both sides go: they are about the person. That there was a conversation, and how long it took, stays for
 * the shop.
 */
export const messagesOwnData = (now: () => Date): OwnDataKeeper => ({
  name: 'conversation_message',
  async read(reader, playerId) {
    const message = rows(platformScope, conversationMessages);
    const found = await reader
      .select(pick(message, 'id', 'conversationId', 'createdAt', 'seq', 'side', 'text', 'pictureType'))
      .from(message)
      .where(eq(message.playerId, playerId))
      .orderBy(message.conversationId, message.seq);
    return found;
  },
  async forget(tx, playerId) {
    const at = now();
    for (const row of await find(tx, platformScope, conversations, { playerId }, 'update'))
      await changeHeld(tx, row, {
        ...afterSolve(standingOf(row), await timesAt(tx, row), at),
        unanswered: 0,
        lastText: '',
        staffUnread: 0,
        playerUnread: 0,
      });
    const erased = { text: '', requestId: null, erasedAt: at };
    await update(tx, platformScope, conversationMessages, { playerId }, erased);
  },
});
