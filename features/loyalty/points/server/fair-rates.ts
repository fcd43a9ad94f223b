import { assertSites } from '#features/base/sites/server/public.ts';
import {
  fairCall,
  fairDoor,
  type Offer,
  rateOffer,
  worthOf,
} from '#features/money/allowance/server/public.ts';
import { type StaffContext, sayFor } from '#kit/server/context.ts';
import { edit } from '../contract/rules.ts';
import type { EarnRate, Rate } from '../rules/earn-rules.ts';
import { assertAllSites, ruleHandlers } from './rule-handlers.ts';
import { readRates, readRule } from './rule-queries.ts';

/** The most that anybody gets by these rates: at the most generous site, with the best level. */
function mostOf(rule: EarnRate, rates: readonly Rate[]): EarnRate {
  const sites: EarnRate[] = [rule, ...rates.flatMap((one) => (one.kind === 'site' ? [one] : []))];
  const percent = Math.max(100, ...rates.flatMap((one) => (one.kind === 'level' ? [one.percent] : [])));
  const most = (of: (one: EarnRate) => number) => Math.ceil((Math.max(...sites.map(of)) * percent) / 100);
  return { perYuan: most(({ perYuan }) => perYuan), perCoin: most(({ perCoin }) => perCoin) };
}

/** What comes back in points for a hundred yuan, and for a hundred coins. */
async function offersOf(context: StaffContext, rate: EarnRate, before: EarnRate): Promise<Offer[]> {
  const { db, services, session } = context;
  const say = sayFor(context);
  const pointsWorth = (points: number) => worthOf(db.read, services, { point: points }, session.tenantId);
  const offer = async (name: string, paidFen: number, points: number, pointsBefore: number) =>
    rateOffer(name, paidFen, await pointsWorth(points * 100), await pointsWorth(pointsBefore * 100));
  const coinsFen = await worthOf(db.read, services, { coin: 100 }, session.tenantId);
  return [
    await offer(say('points:rate.offerYuan', { points: rate.perYuan }), 10_000, rate.perYuan, before.perYuan),
    await offer(
      say('points:rate.offerCoin', { points: rate.perCoin }),
      coinsFen,
      rate.perCoin,
      before.perCoin,
    ),
  ];
}

/** The rates of now, and those that a change would leave. */
async function offersAfter(
  context: StaffContext,
  change: (rule: EarnRate, rates: readonly Rate[]) => { rule: EarnRate; rates: readonly Rate[] },
): Promise<Offer[]> {
  const { tenantId } = context.session;
  const [rule, rates] = await Promise.all([
    readRule(context.db.read, tenantId),
    readRates(context.db.read, tenantId),
  ]);
  const after = change(rule, rates);
  return offersOf(context, mostOf(after.rule, after.rates), mostOf(rule, rates));
}

const without = (rates: readonly Rate[], kind: Rate['kind'], subjectId: string) =>
  rates.filter((one) => one.kind !== kind || one.subjectId !== subjectId);

/** What a rate gives away is asked about before anything is earned by it; see `fairDoor`. */
export const fairRates = fairDoor('pointRate', edit, {
  savePointRules: fairCall({
    handler: ruleHandlers.savePointRules,
    async offersOf(context, rule) {
      assertAllSites(context.session);
      return offersAfter(context, (_, rates) => ({ rule, rates }));
    },
    unchanged: () => ({}),
  }),
  saveSiteRate: fairCall({
    handler: ruleHandlers.saveSiteRate,
    async offersOf(context, { fieldId: subjectId, ...rate }) {
      await assertSites(context.db.read, context.session.scope, [subjectId]);
      return offersAfter(context, (rule, rates) => ({
        rule,
        rates: [...without(rates, 'site', subjectId), { kind: 'site', subjectId, ...rate }],
      }));
    },
    unchanged: () => ({}),
  }),
  saveLevelRate: fairCall({
    handler: ruleHandlers.saveLevelRate,
    async offersOf(context, { levelId: subjectId, percent }) {
      assertAllSites(context.session);
      return offersAfter(context, (rule, rates) => ({
        rule,
        rates: [...without(rates, 'level', subjectId), { kind: 'level', subjectId, percent }],
      }));
    },
    unchanged: () => ({}),
  }),
});
