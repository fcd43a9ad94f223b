import { reachOf, type StaffMember, staffWithRight } from '#features/accounts/server/public.ts';
import { deliverMessage } from '#features/content/server/public.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { Period } from '../contract/choices.ts';
import { type Choice, usualChoice } from '../rules/choice-rules.ts';
import { type DuePeriod, duePeriods } from '../rules/due-rules.ts';
import { type Briefing, isEmpty, writeBriefing } from '../rules/text-rules.ts';
import { readBriefing } from './briefing-figures.ts';
import { smsReady } from './choice-handlers.ts';
import { choicesIn } from './choice-queries.ts';
import {
  claim,
  type DueOrganisation,
  dueOrganisations,
  markSent,
  markTold,
  type Sending,
  stateOf,
} from './sent-queries.ts';

const batch = 50;

interface Reader {
  member: StaffMember;
  choice: Choice;
  scope: Scope;
  /** may open the report of the days, which the message leads to then */
  mayReport: boolean;
}

/** Whoever in an organisation wants summaries, with what each of them reaches. */
async function readersOf(services: Services, organisation: DueOrganisation): Promise<Reader[]> {
  const { read } = services.db;
  const { id, realm } = organisation;
  const choices = await choicesIn(read, id);
  const staff = await staffWithRight(read, services, id, 'briefings.view');
  const wanting = staff
    .map((member) => ({
      member,
      choice:
        choices.get(member.id) ?? usualChoice({ owner: member.owner, ofMerchant: realm === 'merchant' }),
    }))
    .filter(({ choice }) => choice.periods.length > 0);
  if (wanting.length === 0) return [];
  const reporting = new Set((await staffWithRight(read, services, id, 'reports.view')).map((one) => one.id));
  return Promise.all(
    wanting.map(async (one) => ({
      ...one,
      scope: await reachOf(read, organisation, one.member.siteIds),
      mayReport: reporting.has(one.member.id),
    })),
  );
}

interface Telling {
  sending: Sending;
  briefing: Briefing;
  reader: Reader;
}

const addressOf = ({ from, to }: DuePeriod) => `/business_statistics?from=${from}&to=${to}`;

async function tellByMessage(services: Services, { sending, briefing, reader }: Telling): Promise<void> {
  const written = (language: 'zh-cn' | 'en-us') =>
    writeBriefing(briefing, (key, params) => services.texts.say(language, key, params));
  const [zh, en] = [written('zh-cn'), written('en-us')];
  const { id: userId, name: label } = reader.member;
  await services.db.transaction(async (tx) => {
    const at = services.clock.now();
    if (!(await claim(tx, sending, { way: 'message', state: 'sent', at }))) return;
    await deliverMessage(tx, {
      audience: { kind: 'user', userId, label },
      level: 'info',
      link: reader.mayReport ? addressOf(briefing.due) : '/home',
      titleZh: zh.title,
      titleEn: en.title,
      bodyZh: zh.body,
      bodyEn: en.body,
    });
  });
}

/** False where it is not certain that the text went out. It is never tried again: a platform sends what it is told twice. */
async function tellBySms(services: Services, { sending, briefing, reader }: Telling): Promise<boolean> {
  const { db, sms, clock, log, texts } = services;
  const { phone } = reader.member;
  if (!sms || !phone || !smsReady(services)) return false;
  const claimed = await db.transaction((tx) =>
    claim(tx, sending, { way: 'sms', state: 'sending', at: clock.now() }),
  );
  if (!claimed) return (await stateOf(db.read, sending, 'sms')) === 'sent';
  const params = writeBriefing(briefing, (key, values) => texts.say('zh-cn', key, values)).sms;
  const sent = await sms.send({ phone, template: 'notice', params }).then(
    () => true,
    (error: unknown) => {
      log.error({ err: error }, 'a summary could not be sent as a text');
      return false;
    },
  );
  await db.transaction((tx) => markSent(tx, sending, sent ? 'sent' : 'failed'));
  return sent;
}

/** By all ways that were chosen; a text that may not have gone out stands in the inbox instead. */
async function tell(services: Services, telling: Telling): Promise<void> {
  const { ways } = telling.reader.choice;
  const texted = ways.includes('sms') && (await tellBySms(services, telling));
  if (ways.includes('message') || !texted) await tellByMessage(services, telling);
}

async function tellOrganisation(services: Services, organisation: DueOrganisation): Promise<void> {
  const readers = await readersOf(services, organisation);
  const due = duePeriods(organisation.day);
  // many see the same: what is worked out for one is told to all of them
  const known = new Map<string, Promise<Briefing>>();
  const briefingFor = (scope: Scope, one: DuePeriod) => {
    const key = JSON.stringify([one.period, scope]);
    const found = known.get(key) ?? readBriefing(services.db.read, scope, one);
    known.set(key, found);
    return found;
  };
  for (const reader of readers)
    for (const one of due.filter(({ period }: { period: Period }) =>
      reader.choice.periods.includes(period),
    )) {
      const briefing = await briefingFor(reader.scope, one);
      if (isEmpty(briefing)) continue;
      const sending = {
        tenantId: organisation.id,
        userId: reader.member.id,
        period: one.period,
        since: one.from,
      };
      await tell(services, { sending, briefing, reader });
    }
  await services.db.transaction((tx) => markTold(tx, organisation));
}

/**
 * Tells everybody whose morning has come. Whatever dies, the next run goes on: each summary is claimed in the transaction
 * that delivers it, and an organisation is done when all of its people have theirs.
 */
export async function sendBriefings(services: Services): Promise<void> {
  let after = '';
  for (;;) {
    const due = await dueOrganisations(services.db.read, services.clock.now(), { after, most: batch });
    for (const organisation of due) {
      after = organisation.id;
      try {
        await tellOrganisation(services, organisation);
      } catch (error) {
        // the others are told all the same, and this one with the next run
        services.log.error({ err: error, tenantId: organisation.id }, 'summaries of takings');
      }
    }
    if (due.length < batch) return;
  }
}
