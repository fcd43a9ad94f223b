import { staffWithRight } from '#features/base/accounts/server/public.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { staffContract } from '../contract/staff.ts';
import { isOpenAt, type OpeningTimes } from '../rules/opening-rules.ts';
import {
  afterSnooze,
  afterSolve,
  afterStaff,
  afterWake,
  clocksAt,
  type Standing,
  snoozeRefusal,
} from '../rules/standing-rules.ts';
import {
  type ConversationRow,
  countUnread,
  findConversation,
  lockConversation,
  pageConversations,
  readNamed,
} from './conversation-queries.ts';
import { toRecord } from './conversation-records.ts';
import { sendFile, withPicture } from './keep-pictures.ts';
import { findMessage, findSent, type MessageRow, pageMessages } from './message-queries.ts';
import { toMessage } from './message-records.ts';
import { readSetting } from './setting-queries.ts';
import { timesAt, timesOf } from './site-times.ts';
import { append, changeHeld, readUpTo, standingOf, type Words } from './write-message.ts';

/** Who answers first has the conversation. */
async function answer(
  tx: Tx,
  { session, clock }: StaffContext,
  conversationId: string,
  words: Omit<Words, 'side' | 'user'>,
): Promise<MessageRow> {
  const at = clock.now();
  const row = await lockConversation(tx, session.scope, conversationId);
  const side = 'staff';
  const { requestId } = words;
  const sent = requestId && (await findSent(tx, session.scope, { conversationId, side, requestId }));
  if (sent) return sent;
  const user = { id: session.userId, name: session.name };
  const { message } = await append(
    tx,
    row,
    { ...words, side, user },
    {
      at,
      standing: afterStaff(standingOf(row), await timesAt(tx, row), at),
      unanswered: 0,
      ...(row.userId === null && { userId: user.id, userName: user.name }),
    },
  );
  return message;
}

/** Another standing by a rule; said twice, the second time changes nothing. */
const move = (
  { db, session, clock }: StaffContext,
  conversationId: string,
  rule: (before: Standing, times: OpeningTimes, at: Date) => Standing,
): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockConversation(tx, session.scope, conversationId);
    const before = standingOf(row);
    const after = rule(before, await timesAt(tx, row), clock.now());
    if (after.state !== before.state) await changeHeld(tx, row, after);
  });

/** Of those who may answer, who works at the site of the conversation. */
async function colleaguesOf(reader: Reader, { services }: StaffContext, row: ConversationRow) {
  const staff = await staffWithRight(reader, services, row.tenantId, 'conversations.answer');
  return staff.filter(({ siteIds }) => siteIds === null || siteIds.includes(row.siteId));
}

const answerOf = ({ id, seq }: MessageRow) => ({ id, seq });

export const staffHandlers: Handlers<typeof staffContract> = {
  async listConversations({ db, session, clock }, input) {
    const { scope, tenantId, userId } = session;
    const page = await pageConversations(db.read, { scope, me: userId }, input);
    const [at, targets, times] = [
      clock.now(),
      await readSetting(db.read, tenantId),
      await timesOf(
        db.read,
        scope,
        page.records.map(({ siteId }) => siteId),
      ),
    ];
    return mapPage(page, (row) => toRecord(row, { times: times(row.siteId), targets, at }));
  },

  async readConversation({ db, session, clock }, { conversationId }) {
    const row = await readNamed(db.read, session.scope, conversationId);
    const [times, targets] = await Promise.all([
      timesAt(db.read, row),
      readSetting(db.read, session.tenantId),
    ]);
    const at = clock.now();
    return {
      ...toRecord(row, { times, targets, at }),
      clocks: clocksAt(row, times, targets, at),
      open: isOpenAt(times, at),
    };
  },

  async listMessages({ db, session }, input) {
    const row = await findConversation(db.read, session.scope, input.conversationId);
    const { list, hasMore } = await pageMessages(db.read, session.scope, input);
    return { messages: list.map(toMessage), hasMore, readSeq: row.playerReadSeq };
  },

  async readPicture({ db, services, session, reply }, { id }) {
    await sendFile(services, reply, await findMessage(db.read, session.scope, id));
  },

  countUnread: ({ db, session }) => countUnread(db.read, session.scope),

  async sendMessage(context, { conversationId, text }) {
    return answerOf(await context.db.transaction((tx) => answer(tx, context, conversationId, { text })));
  },

  async sendPicture(context, { conversationId, requestId }) {
    const message = await withPicture(context, (picture) =>
      context.db.transaction((tx) => answer(tx, context, conversationId, { text: '', picture, requestId })),
    );
    return answerOf(message);
  },

  async markRead({ db, session }, { conversationId, seq }) {
    return db.transaction(async (tx) => {
      const row = await lockConversation(tx, session.scope, conversationId);
      return { unread: await readUpTo(tx, row, 'staff', seq) };
    });
  },

  async listColleagues(context, { conversationId }) {
    const { db, session } = context;
    const row = await findConversation(db.read, session.scope, conversationId);
    return (await colleaguesOf(db.read, context, row)).map((member) => pick(member, 'id', 'name'));
  },

  async assignConversation(context, { conversationId, userId }) {
    const { db, session } = context;
    await db.transaction(async (tx) => {
      const row = await lockConversation(tx, session.scope, conversationId);
      const staff = userId ? await colleaguesOf(tx, context, row) : [];
      const taker = staff.find(({ id }) => id === userId);
      if (userId && !taker) throw invalidField('userId', 'conversations:error.mayNotAnswer');
      if (row.userId === (taker?.id ?? null)) return;
      await changeHeld(tx, row, { userId: taker?.id ?? null, userName: taker?.name ?? null });
    });
  },

  snoozeConversation: (context, { conversationId }) =>
    move(context, conversationId, (before, _times, at) => {
      const refusal = snoozeRefusal(before);
      if (refusal) throw conflict(refusal);
      return afterSnooze(before, at);
    }),
  wakeConversation: (context, { conversationId }) => move(context, conversationId, afterWake),
  solveConversation: (context, { conversationId }) => move(context, conversationId, afterSolve),
};
