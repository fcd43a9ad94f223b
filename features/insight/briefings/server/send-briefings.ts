import { reachOf, staffWithRight } from '#features/base/accounts/server/public.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { Period } from '../contract/choices.ts';
import { usualChoice } from '../rules/choice-rules.ts';
import { type DuePeriod, duePeriods } from '../rules/due-rules.ts';
import { type Briefing, isEmpty } from '../rules/text-rules.ts';
import { readBriefing } from './briefing-figures.ts';
import { choicesIn } from './choice-queries.ts';
import { type DueOrganisation, dueOrganisations, markTold } from './sent-queries.ts';
import { type Told, tell } from './tell-person.ts';

const batch = 50;

interface Reader extends Told {
  scope: Scope;
  mayReadAlerts: boolean;
}

/** Everybody in an organisation who wants summaries, with what each of them reaches. */
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
  const holders = async (right: string) =>
    new Set((await staffWithRight(read, services, id, right)).map((one) => one.id));
  const [reporting, alerted] = [await holders('reports.view'), await holders('alerts.view')];
  return Promise.all(
    wanting.map(async (one) => ({
      ...one,
      scope: await reachOf(read, organisation, one.member.siteIds),
      mayReport: reporting.has(one.member.id),
      mayReadAlerts: alerted.has(one.member.id),
    })),
  );
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
  let waiting = 0;
  for (const reader of readers)
    for (const one of due.filter(({ period }: { period: Period }) =>
      reader.choice.periods.includes(period),
    )) {
      const { open, ...figures } = await briefingFor(reader.scope, one);
      const briefing = { ...figures, open: reader.mayReadAlerts ? open : undefined };
      if (isEmpty(briefing)) continue;
      const sending = {
        tenantId: organisation.id,
        userId: reader.member.id,
        period: one.period,
        since: one.from,
      };
      if ((await tell(services, { sending, briefing, reader })) === 'waits') waiting += 1;
    }
  // the next run asks WeChat once more
  if (waiting > 0) return;
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
