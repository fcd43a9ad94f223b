import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { type Context, type Handlers, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { ownContract } from '../contract/own.ts';
import { writeRefusal } from '../rules/flood-rules.ts';
import { isOpenAt, nextOpening } from '../rules/opening-rules.ts';
import { afterPlayer } from '../rules/standing-rules.ts';
import { type Asked, holdOrBegin, placeOf, sameBefore } from './begin-conversation.ts';
import { countOwnUnread, findOwnNamed, lockOwn, pageOwn } from './conversation-queries.ts';
import { giveAwayAnswer } from './give-away-answer.ts';
import { sendFile, withPicture } from './keep-pictures.ts';
import { findOwnMessage, findSent, type MessageRow, pageOwnMessages } from './message-queries.ts';
import { toMessage } from './message-records.ts';
import { timesAt } from './site-times.ts';
import { append, readUpTo, standingOf, type Words } from './write-message.ts';

type PlayerContext = Context<PlayerSession>;

/** The message, and outside opening hours the answer that is given by itself, in one transaction. */
async function write(
  tx: Tx,
  context: PlayerContext,
  asked: Asked,
  words: Omit<Words, 'side'>,
): Promise<MessageRow> {
  const at = context.clock.now();
  const row = await holdOrBegin(tx, context.session.scope, asked, at);
  const side = 'player';
  const { requestId } = words;
  const scope = tenantScope(row.tenantId);
  const sent = requestId && (await findSent(tx, scope, { conversationId: row.id, side, requestId }));
  if (sent) return sent;
  const refusal = writeRefusal(row.unanswered);
  if (refusal) throw conflict(refusal);
  const times = await timesAt(tx, row);
  const written = await append(
    tx,
    row,
    { ...words, side },
    { at, standing: afterPlayer(standingOf(row), times, at), unanswered: row.unanswered + 1 },
  );
  await giveAwayAnswer(tx, written.row, { times, at, say: sayFor(context) });
  return written.message;
}

const answerOf = ({ id, seq, conversationId }: MessageRow) => ({ id, seq, conversationId });
const isAbout = ({ conversationId, orderNumber, fieldId }: Asked) =>
  [conversationId, orderNumber, fieldId].filter(Boolean).length === 1;

function assertAbout(asked: Asked): void {
  if (!isAbout(asked)) throw invalid('conversations:error.aboutWhat');
}

export const ownHandlers: Handlers<typeof ownContract> = {
  listOwnConversations: ({ db, session }, input) => pageOwn(db.read, session.scope, input),

  async findOwnConversation({ db, session, clock }, asked) {
    assertAbout(asked);
    const reader = db.read;
    const { scope } = session;
    const found = asked.conversationId
      ? await findOwnNamed(reader, scope, { id: asked.conversationId })
      : undefined;
    if (asked.conversationId && !found) throw missing();
    const place = found ? undefined : await placeOf(reader, scope, asked);
    const there = found ?? (place && (await sameBefore(reader, scope, place)));
    const at = there ?? { ...place!, fieldId: place!.siteId, fieldName: place!.siteName };
    const times = await timesAt(reader, { tenantId: at.tenantId, siteId: at.fieldId });
    const now = clock.now();
    const open = isOpenAt(times, now);
    return {
      id: there?.id ?? null,
      ...pick(at, 'subject', 'orderNumber', 'fieldId', 'fieldName', 'merchantName'),
      open,
      opensAt: open ? null : (nextOpening(times, now) ?? null),
    };
  },

  async listOwnMessages({ db, session }, input) {
    const row = await findOwnNamed(db.read, session.scope, { id: input.conversationId });
    if (!row) throw missing();
    const { list, hasMore } = await pageOwnMessages(db.read, session.scope, input);
    return { messages: list.map(toMessage), hasMore, readSeq: row.staffReadSeq };
  },

  async readOwnPicture({ db, services, session, reply }, { id }) {
    await sendFile(services, reply, await findOwnMessage(db.read, session.scope, id));
  },

  async countOwnUnread({ db, session }) {
    return { unread: await countOwnUnread(db.read, session.scope) };
  },

  async writeMessage(context, { text, ...asked }) {
    assertAbout(asked);
    return answerOf(await context.db.transaction((tx) => write(tx, context, asked, { text })));
  },

  async writePicture(context, { requestId, ...asked }) {
    assertAbout(asked);
    const message = await withPicture(context, (picture) =>
      context.db.transaction((tx) => write(tx, context, asked, { text: '', picture, requestId })),
    );
    return answerOf(message);
  },

  async markOwnRead({ db, session }, { conversationId, seq }) {
    return db.transaction(async (tx) => {
      const row = await lockOwn(tx, session.scope, conversationId);
      return { unread: await readUpTo(tx, row, 'player', seq) };
    });
  },
};
