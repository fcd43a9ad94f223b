import { staffMember } from '#features/base/accounts/server/public.ts';
import { linkedWechat, sendToWechat, wechatReady } from '#features/base/wechat/server/public.ts';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { openDay } from '#features/selling/figures/server/public.ts';
import { invalid, invalidField, missing, unavailable } from '#kit/kernel/errors.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, userTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { mayUse } from '#kit/server/session.ts';
import { briefingChoiceChanged, type choicesContract, periods, ways } from '../contract/choices.ts';
import { type Choice, reachable, usualChoice } from '../rules/choice-rules.ts';
import { duePeriods } from '../rules/due-rules.ts';
import { type Briefing, isEmpty, writeBriefing } from '../rules/text-rules.ts';
import { readBriefing } from './briefing-figures.ts';
import { findChoice, storeChoice } from './choice-queries.ts';
import { inChinese, messageIdOf } from './wechat-words.ts';

/** Texts of this kind need another template; a demo has one. */
export const smsReady = ({ sms, config, demo }: Pick<Services, 'sms' | 'config' | 'demo'>): boolean =>
  sms !== undefined && (demo || config.sms?.templateCodes.notice !== undefined);

async function ownChoice(reader: Reader, { session }: StaffContext): Promise<Choice & { phone: string }> {
  const { tenantId, userId, realm } = session;
  const member = await staffMember(reader, tenantId, userId);
  if (!member) throw missing();
  const usual = usualChoice({ owner: member.owner, ofMerchant: realm === 'merchant' });
  return { ...((await findChoice(reader, session)) ?? usual), phone: member.phone ?? '' };
}

async function wechatOf(
  reader: Reader,
  { services, session }: StaffContext,
): Promise<'ready' | 'none' | 'off'> {
  if (!wechatReady(services)) return 'off';
  return (await linkedWechat(reader, services, session)) ? 'ready' : 'none';
}

async function assertWechat(reader: Reader, context: StaffContext): Promise<void> {
  const state = await wechatOf(reader, context);
  if (state === 'off') throw invalidField('ways', 'briefings:error.wechatNotConfigured');
  if (state === 'none') throw invalidField('ways', 'briefings:error.wechatNotLinked');
}

/** The summary of the day before as the caller would get it; undefined where there is nothing to tell. */
async function yesterdayOf(context: StaffContext): Promise<Briefing | undefined> {
  const { db, session } = context;
  const { scope } = session;
  const [due] = duePeriods(await openDay(context));
  if (!due) return undefined;
  const { open, ...figures } = await readBriefing(db.read, scope, due);
  const mayReadAlerts = mayUse(session, alertsContract.listAlerts.access);
  const told = { ...figures, open: mayReadAlerts ? open : undefined };
  return isEmpty(told) ? undefined : told;
}

const minuteOf = (at: Date) => String(Math.floor(at.getTime() / minuteMs));

export const choiceHandlers: Handlers<typeof choicesContract> = {
  async readChoice(context) {
    const { phone, ...choice } = await ownChoice(context.db.read, context);
    const wechat = await wechatOf(context.db.read, context);
    return {
      ...reachable(choice, { wechat: wechat === 'ready' }),
      phone,
      smsReady: smsReady(context.services),
      wechat,
    };
  },

  async previewBriefing(context) {
    const told = await yesterdayOf(context);
    if (!told) return null;
    const { title, body } = writeBriefing(told, sayFor(context));
    return { title, body };
  },

  async tryWechat(context) {
    const { services, session, db } = context;
    await assertWechat(db.read, context);
    const briefing = await yesterdayOf(context);
    if (!briefing) throw invalid('briefings:error.nothingToTell');
    const delivery = await sendToWechat(services, session, {
      template: 'summary',
      values: writeBriefing(briefing, inChinese(services)).wechat,
      url: `${services.publicBase()}/home`,
      // once in a minute, however often somebody presses
      messageId: messageIdOf([session.tenantId, session.userId, minuteOf(context.clock.now())]),
    });
    if (delivery === 'unclear') throw unavailable('briefings:error.wechatUnclear');
    if (delivery === 'sent') return {};
    const linked = await linkedWechat(db.read, services, session);
    throw invalid(
      linked?.notFollowingSince ? 'briefings:error.wechatNotFollowing' : 'briefings:error.wechatRefused',
    );
  },

  async saveChoice(context, input) {
    // each once, in one order: what the log says then differs where the choice does
    const wanted: Choice = {
      periods: periods.filter((period) => input.periods.includes(period)),
      ways: ways.filter((way) => input.ways.includes(way)),
    };
    if (wanted.periods.length > 0 && wanted.ways.length === 0)
      throw invalidField('ways', 'briefings:error.noWay');
    const { session, services } = context;
    await context.db.transaction(async (tx) => {
      const { phone, ...before } = await ownChoice(tx, context);
      if (wanted.ways.includes('sms')) {
        if (!smsReady(services)) throw invalidField('ways', 'briefings:error.smsNotConfigured');
        if (phone === '') throw invalidField('ways', 'briefings:error.noPhone');
      }
      if (wanted.ways.includes('wechat')) await assertWechat(tx, context);
      await storeChoice(tx, session, wanted);
      await audit(tx, context, {
        action: 'briefings.choose',
        entity: 'user',
        entityId: session.userId,
        label: session.name,
        before: { ...before },
        after: { ...wanted },
      });
      await emit(tx, userTopic(session.userId), briefingChoiceChanged, {});
    });
  },
};
