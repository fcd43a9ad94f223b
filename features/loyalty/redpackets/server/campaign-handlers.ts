import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { worthOf } from '#features/money/allowance/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emitAll } from '#kit/server/outbox.ts';
import { assertWhole, tenantScope } from '#kit/server/scope.ts';
import type { campaignCalls } from '../contract/campaigns.ts';
import { unitOf } from '../contract/kinds.ts';
import { campaignStateOf } from '../rules/campaign-rules.ts';
import { judgeIncome, judgeVisits } from '../rules/result-rules.ts';
import { audienceText } from './audience.ts';
import {
  type CampaignRow,
  type Counted,
  countPackets,
  findCampaign,
  lockCampaign,
  pageCampaigns,
  visitsAfter,
} from './campaign-queries.ts';
import { pageClaims } from './claim-queries.ts';
import { endCampaign } from './end-campaign.ts';
import { groupsOf, measuredUntil, toFigures } from './results.ts';
import { startOrAsk, tellsOf } from './start-campaign.ts';

export const pagePath = '/red-packet';

/** What a campaign gave, in money. */
async function worthReader(
  reader: Reader,
  { services, session }: StaffContext,
  list: readonly CampaignRow[],
) {
  const hundred = list.some(({ target }) => target === 'coin')
    ? await worthOf(reader, services, { coin: 100 }, session.tenantId)
    : 0;
  return ({ target }: CampaignRow, amount: number) =>
    target === 'coin' ? Math.round((amount * hundred) / 100) : amount;
}

/** Of a list and of one campaign alike. */
async function summaries(context: StaffContext, list: readonly CampaignRow[]) {
  const { db, session, clock } = context;
  const { scope } = session;
  const ids = list.map(({ id }) => id);
  const since = new Date(Math.min(...list.map(({ createdAt }) => createdAt.getTime())));
  // packets are the whole merchant's: what is left does not depend on who looks
  const [counted, visits, worth] = await Promise.all([
    countPackets(db.read, tenantScope(session.tenantId), ids),
    visitsAfter(db.read, scope, ids, since),
    worthReader(db.read, context, list),
  ]);
  const today = businessDay(clock.now());
  return (row: CampaignRow) => {
    const of: Counted = counted(row.id);
    const came = visits.get(row.id) ?? 0;
    const { id, createdAt, name, target, split, pieces, budget, fromDay, untilDay } = row;
    return {
      ...{ id, createdAt, name, target, split, pieces, budget, fromDay, untilDay },
      unit: unitOf(target),
      state: campaignStateOf(row, today, of.free),
      claims: of.claims,
      given: of.given,
      visits: came,
      costPerVisitFen: came > 0 ? Math.round(worth(row, of.given) / came) : null,
    };
  };
}

async function namesOf(context: StaffContext, list: readonly CampaignRow[]) {
  const { db, session } = context;
  const names = await siteNames(db.read, session.scope, [...new Set(list.flatMap(({ siteIds }) => siteIds))]);
  const all = sayFor(context)('redpackets:page.allSites');
  return ({ siteIds }: CampaignRow) =>
    siteIds.length === 0 ? [all] : siteIds.flatMap((id) => names.get(id) ?? []);
}

async function endOne(tx: Tx, context: StaffContext, id: string): Promise<void> {
  const { session, clock } = context;
  if (!(await findCampaign(tx, session.scope, id))) throw missing();
  const row = await lockCampaign(tx, session.tenantId, id);
  if (row.siteIds.length > 0) await assertSites(tx, session.scope, row.siteIds);
  else assertWhole(session.scope, 'redpackets:error.allSites');
  if (row.endedAt) return;
  await endCampaign(tx, row, clock.now());
  await audit(tx, context, {
    action: 'redpackets.end',
    entity: 'redPacketCampaign',
    entityId: id,
    label: row.name,
    after: { endedAt: clock.now() },
  });
  await emitAll(tx, tellsOf(row));
}

export const campaignHandlers: Handlers<typeof campaignCalls> = {
  async listCampaigns(context, input) {
    const page = await pageCampaigns(context.db.read, context.session.scope, input);
    if (page.records.length === 0) return { ...page, records: [] };
    const [summary, names] = await Promise.all([
      summaries(context, page.records),
      namesOf(context, page.records),
    ]);
    const records = page.records.map((row) => ({
      ...summary(row),
      siteNames: names(row).join('、'),
    }));
    return { ...page, records };
  },

  async readCampaign(context, { id }) {
    const { db, session } = context;
    const row = await findCampaign(db.read, session.scope, id);
    if (!row) throw missing();
    const whole = tenantScope(session.tenantId);
    const [summary, names, counted, groups, text] = await Promise.all([
      summaries(context, [row]),
      namesOf(context, [row]),
      countPackets(db.read, whole, [id]),
      groupsOf(db.read, session.scope, row),
      audienceText(db.read, row, sayFor(context)),
    ]);
    const { given, returned, waiting } = counted(id);
    const rest = row.budget - given;
    const { audience, needsPhone, holdOutPercent, userName, endedAt, token } = row;
    return {
      ...summary(row),
      ...{ audience, needsPhone, holdOutPercent, userName, endedAt, returned, waiting },
      siteNames: names(row),
      audienceText: text,
      held: endedAt ? 0 : rest,
      released: endedAt ? rest : 0,
      path: `${pagePath}?packet=${token}`,
      measuredUntil: measuredUntil(row),
      shown: toFigures(groups.shown),
      heldOut: toFigures(groups.heldOut),
      visitsJudged: judgeVisits(groups.shown, groups.heldOut),
      incomeJudged: judgeIncome(groups.shown, groups.heldOut),
    };
  },

  async startCampaign(context, wish) {
    const id = newId(context.clock.now().getTime());
    const asked = await context.db.transaction((tx) => startOrAsk(tx, context, { id, wish }));
    return { id, asked };
  },

  async endCampaigns(context, { ids }) {
    await context.db.transaction(async (tx) => {
      for (const id of [...new Set(ids)].sort()) await endOne(tx, context, id);
    });
  },

  listPacketClaims: ({ db, session }, input) => pageClaims(db.read, session.scope, input),
};
