import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import { add, change, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { assertWhole } from '#kit/server/scope.ts';
import { quickRepliesChanged, serviceSettingChanged } from '../contract/events.ts';
import type { repliesContract } from '../contract/replies.ts';
import { quickReplies } from '../tables.ts';
import { pageQuickReplies } from './reply-queries.ts';
import { readSetting, writeSetting } from './setting-queries.ts';

const reply = subjectOf(quickReplies, {
  entity: 'quickReply',
  label: ({ title }) => title,
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), quickRepliesChanged)],
  taken: { quick_reply_title: { field: 'title', key: 'conversations:error.titleTaken' } },
});

const allSites = 'conversations:error.allSites';

export const replyHandlers: Handlers<typeof repliesContract> = {
  listQuickReplies: ({ db, session }, input) => pageQuickReplies(db.read, session.scope, input),

  async saveQuickReply(context, { id, ...values }) {
    assertWhole(context.session.scope, allSites);
    return id
      ? change(context, reply, { id, action: 'conversations.changeReply' }, () => values)
      : add(context, reply, { action: 'conversations.writeReply' }, values);
  },

  async removeQuickReplies(context, { ids }) {
    assertWhole(context.session.scope, allSites);
    await drop(context, reply, { ids, action: 'conversations.removeReply' });
  },

  readServiceSetting: async ({ db, session }) => readSetting(db.read, session.tenantId),

  async saveServiceSetting(context, values) {
    const { tenantId, scope } = context.session;
    assertWhole(scope, allSites);
    await context.db.transaction(async (tx) => {
      const before = await writeSetting(tx, { tenantId, ...values });
      await audit(tx, context, {
        action: 'conversations.changeSetting',
        entity: 'serviceSetting',
        entityId: tenantId,
        label: '',
        before: pick(before, 'awayText', 'firstMinutes', 'nextMinutes', 'solvedMinutes'),
        after: values,
      });
      await emit(tx, tenantTopic(tenantId), serviceSettingChanged);
    });
  },
};
