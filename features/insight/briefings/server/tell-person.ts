import type { StaffMember } from '#features/base/accounts/server/public.ts';
import { deliverMessage } from '#features/base/content/server/public.ts';
import { sendToWechat, wechatReady } from '#features/base/wechat/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { repeatMs } from '#providers/wechat/templates.ts';
import type { Choice } from '../rules/choice-rules.ts';
import type { DuePeriod } from '../rules/due-rules.ts';
import { type Briefing, writeBriefing } from '../rules/text-rules.ts';
import { smsReady } from './choice-handlers.ts';
import { claim, markSent, type Sending, sentOf } from './sent-queries.ts';
import { inChinese, messageIdOf } from './wechat-words.ts';

export interface Told {
  member: StaffMember;
  choice: Choice;
  /** may open the report of the days, which the message leads to then */
  mayReport: boolean;
}

export interface Telling {
  sending: Sending;
  briefing: Briefing;
  reader: Told;
}

/** waits: nobody knows yet whether it arrived, and it may still be said again */
type Fate = 'told' | 'failed' | 'waits';

const reportOf = ({ from, to }: DuePeriod) => `/business_statistics?from=${from}&to=${to}`;
const linkOf = ({ briefing, reader }: Telling) => (reader.mayReport ? reportOf(briefing.due) : '/home');

async function tellByMessage(services: Services, telling: Telling): Promise<void> {
  const { briefing } = telling;
  const zh = writeBriefing(briefing, inChinese(services));
  const en = writeBriefing(briefing, (key, params) => services.texts.say('en-us', key, params));
  const { id: userId, name: label } = telling.reader.member;
  await services.db.transaction(async (tx) => {
    const at = services.clock.now();
    if (!(await claim(tx, telling.sending, { way: 'message', state: 'sent', at }))) return;
    await deliverMessage(tx, {
      audience: { kind: 'user', userId, label },
      level: 'info',
      link: linkOf(telling),
      titleZh: zh.title,
      titleEn: en.title,
      bodyZh: zh.body,
      bodyEn: en.body,
    });
  });
}

/** Failed where it is not certain that the text went out. It is never tried again: a platform sends what it is told twice. */
async function tellBySms(services: Services, telling: Telling): Promise<Fate> {
  const { db, sms, clock, log } = services;
  const { sending } = telling;
  const { phone } = telling.reader.member;
  if (!sms || !phone || !smsReady(services)) return 'failed';
  const claimed = await db.transaction((tx) =>
    claim(tx, sending, { way: 'sms', state: 'sending', at: clock.now() }),
  );
  if (!claimed) return (await sentOf(db.read, sending, 'sms'))?.state === 'sent' ? 'told' : 'failed';
  const params = writeBriefing(telling.briefing, inChinese(services)).sms;
  const sent = await sms.send({ phone, template: 'notice', params }).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error }, 'a summary could not be sent as a text');
      return false;
    },
  );
  await db.transaction((tx) => markSent(tx, sending, { way: 'sms', state: sent ? 'sent' : 'failed' }));
  return sent ? 'told' : 'failed';
}

/**
 * A message whose answer was lost is said again with the same id, which WeChat sends once, for as long as WeChat
 * remembers ids. After that nobody can tell, and the inbox has it.
 */
async function tellByWechat(services: Services, telling: Telling): Promise<Fate> {
  const { db, clock } = services;
  const { sending } = telling;
  if (!wechatReady(services)) return 'failed';
  const at = clock.now();
  const claimed = await db.transaction((tx) => claim(tx, sending, { way: 'wechat', state: 'sending', at }));
  const before = claimed ? undefined : await sentOf(db.read, sending, 'wechat');
  if (before && before.state !== 'sending') return before.state === 'sent' ? 'told' : 'failed';
  const mark = (state: 'sent' | 'failed') =>
    db.transaction((tx) => markSent(tx, sending, { way: 'wechat', state }));
  if (before && at.getTime() - before.at.getTime() >= repeatMs) {
    await mark('failed');
    return 'failed';
  }
  const delivery = await sendToWechat(services, sending, {
    template: 'summary',
    values: writeBriefing(telling.briefing, inChinese(services)).wechat,
    url: services.publicBase() + linkOf(telling),
    messageId: messageIdOf([sending.tenantId, sending.userId, sending.period, sending.since]),
  });
  if (delivery === 'unclear') return 'waits';
  await mark(delivery === 'sent' ? 'sent' : 'failed');
  return delivery === 'sent' ? 'told' : 'failed';
}

/** By all ways that were chosen; what one of them may not have delivered stands in the inbox. */
export async function tell(services: Services, telling: Telling): Promise<Fate> {
  const { ways } = telling.reader.choice;
  const fates: Fate[] = [
    ...(ways.includes('sms') ? [await tellBySms(services, telling)] : []),
    ...(ways.includes('wechat') ? [await tellByWechat(services, telling)] : []),
  ];
  if (ways.includes('message') || fates.length === 0 || fates.includes('failed'))
    await tellByMessage(services, telling);
  return fates.includes('waits') ? 'waits' : 'told';
}
