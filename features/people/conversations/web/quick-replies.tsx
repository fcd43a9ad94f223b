import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { conversationsContract } from '../contract.ts';

const { listQuickReplies, saveQuickReply, removeQuickReplies, readServiceSetting, saveServiceSetting } =
  conversationsContract;
type Reply = OutputOf<typeof listQuickReplies>['records'][number];

const write = formAction({
  endpoint: saveQuickReply,
  initial: (reply: Reply | undefined) =>
    reply ? { id: reply.id, title: reply.title, body: reply.body } : {},
  fields: ['title', { name: 'body', rows: 5 }],
  success: 'kit:action.saved',
});

const settings = formAction({
  endpoint: saveServiceSetting,
  load: () => loadFrom(readServiceSetting, {}),
  fields: [
    { name: 'awayText', hint: 'conversations:hint.awayText', rows: 4 },
    { name: 'firstMinutes', hint: 'conversations:hint.minutes' },
    { name: 'nextMinutes' },
    { name: 'solvedMinutes' },
  ],
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

const remove: Action<Reply[]> = {
  label: 'kit:action.remove',
  icon: 'trash',
  danger: true,
  call: callOf(removeQuickReplies, (replies: Reply[]) => ({ ids: replies.map(({ id }) => id) })),
  confirm: { title: 'conversations:page.removeTitle' },
  success: 'kit:action.removed',
};

/** /quick_replies: answers that are written once and sent often, and what the shop says and wants. */
export default listPage({
  endpoint: listQuickReplies,
  columns: [{ key: 'title', phone: 'what' }, { key: 'body', phone: 'more' }, 'createdAt'],
  search: 'title',
  actions: [
    { label: 'conversations:page.writeReply', icon: 'plus', primary: true, form: write },
    { label: 'conversations:page.settings', icon: 'settings', form: settings },
  ],
  rowActions: [{ label: 'kit:action.edit', form: write }, forOne(remove)],
  bulkActions: [remove],
  empty: { title: 'conversations:page.noReplies', hint: 'conversations:page.noRepliesHint' },
});
