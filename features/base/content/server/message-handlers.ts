import { eq } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { messageRead, messageWithdrawn } from '../contract/events.ts';
import type { messagesContract } from '../contract/messages.ts';
import { systemMessages } from '../tables.ts';
import { deliverMessage, topicOf } from './deliver-message.ts';
import { countUnread, lockMessage, markRead, pageInbox, pageSent } from './message-queries.ts';
import { toMessage, toSentMessage } from './message-records.ts';
import { recipientOf } from './recipient.ts';
import { resolveAudience } from './resolve-audience.ts';

/** The reader's other devices drop the mark too. */
function read(context: StaffContext, messageId?: string) {
  return context.db.transaction(async (tx) => {
    const result = await markRead(tx, await recipientOf(context), context.clock.now(), messageId);
    if (result.marked > 0) await emit(tx, userTopic(context.session.userId), messageRead);
    return result;
  });
}

export const messageHandlers: Handlers<typeof messagesContract> = {
  async listMessages(context, input) {
    const page = await pageInbox(context.db.read, await recipientOf(context), input);
    return mapPage(page, (row) => toMessage(row, context.language));
  },

  async unreadMessages(context) {
    return { count: await countUnread(context.db.read, await recipientOf(context)) };
  },

  async readMessage(context, { id }) {
    const { addressed } = await read(context, id);
    if (addressed === 0) throw missing();
  },

  async readAllMessages(context) {
    const { marked } = await read(context);
    return { count: marked };
  },

  async sendMessage(context, input) {
    const id = await context.db.transaction(async (tx) => {
      const { audience, label } = await resolveAudience(tx, input);
      const { titleZh, titleEn, bodyZh, bodyEn, level, link } = input;
      const messageId = await deliverMessage(tx, {
        audience,
        level,
        link,
        titleZh,
        titleEn,
        bodyZh,
        bodyEn,
        senderName: context.session.name,
      });
      await audit(tx, context, {
        action: 'content.sendMessage',
        entity: 'message',
        entityId: messageId,
        label: titleZh,
        after: { audience: audience.kind, target: label, titleZh, titleEn, bodyZh, bodyEn, level, link },
      });
      return messageId;
    });
    return { id };
  },

  async pageSentMessages(context, input) {
    return mapPage(await pageSent(context.db.read, input), (row) => toSentMessage(context, row));
  },

  async withdrawMessage(context, { id }) {
    await context.db.transaction(async (tx) => {
      const message = await lockMessage(tx, id);
      if (!message) throw missing();
      if (message.withdrawnAt) return;
      await tx
        .update(systemMessages)
        .set({ withdrawnAt: context.clock.now() })
        .where(eq(systemMessages.id, id));
      await audit(tx, context, {
        action: 'content.withdrawMessage',
        entity: 'message',
        entityId: id,
        label: message.titleZh,
      });
      await emit(tx, topicOf(message), messageWithdrawn, { id });
    });
  },
};
