import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { messagesContract } from '../contract/messages.ts';
import type { InboxRow, SentRow } from './message-queries.ts';

export const toMessage = (
  { message, readAt }: InboxRow,
  language: Language,
): ResultOf<typeof messagesContract.listMessages>['records'][number] => ({
  ...message,
  title: language === 'zh-cn' ? message.titleZh : message.titleEn,
  body: language === 'zh-cn' ? message.bodyZh : message.bodyEn,
  read: readAt !== null,
});

export function toSentMessage(
  { services, language }: StaffContext,
  { message, readers }: SentRow,
): ResultOf<typeof messagesContract.pageSentMessages>['records'][number] {
  const say = (key: string) => services.texts.say(language, key);
  const { audience, audienceRealm, audienceLabel } = message;
  const named = audienceRealm ? say(`content:realm.${audienceRealm}`) : audienceLabel;
  return {
    ...message,
    readers,
    target: audienceRealm ?? audienceLabel,
    audienceText: [say(`content:audience.${audience}`), named].filter(Boolean).join(' · '),
    senderName: message.senderName || say('content:send.bySystem'),
    state: message.withdrawnAt ? 'withdrawn' : 'sent',
  };
}
