import { siteNames } from '#features/base/sites/server/public.ts';
import { listSettled, type OrderView, placeOf } from '#features/selling/orders/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { addDays, businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { rulesContract } from '../contract/rules.ts';
import { addSteps, calculate, type Shares, spreadDayCosts } from '../rules/calculate.ts';
import { dayTotals } from './day-costs.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { checkTerms } from './rule-handlers.ts';
import { dayOf, figuresOf, isShared, keptOf } from './share-orders.ts';
import { findReceivers } from './share-queries.ts';

const pageSize = 500;
const mostOrders = 50_000;

interface Days {
  from: string;
  /** the first day that no longer counts */
  to: string;
}

async function settledIn(reader: Reader, scope: Scope, siteId: string, days: Days) {
  const orders: OrderView[] = [];
  for (;;) {
    const last = orders.at(-1);
    const page = await listSettled(reader, scope, {
      siteId,
      settledFrom: startOfDay(days.from),
      settledTo: startOfDay(days.to),
      limit: pageSize,
      ...(last ? { after: placeOf(last) } : {}),
    });
    orders.push(...page);
    if (page.length < pageSize) return { orders, complete: true };
    if (orders.length >= mostOrders) return { orders, complete: false };
  }
}

const lastMonth = (today: string): Days => {
  const to = `${today.slice(0, 'yyyy-mm'.length)}-01`;
  return { from: `${addDays(to, -1).slice(0, 'yyyy-mm'.length)}-01`, to };
};

/** Last month; a site without income then is looked at over the last thirty days, today included. */
async function figuresToShow(reader: Reader, scope: Scope, siteId: string, today: string) {
  const month = lastMonth(today);
  const found = await settledIn(reader, scope, siteId, month);
  if (found.orders.length > 0) return { ...found, days: month };
  const days = { from: addDays(today, -29), to: addDays(today, 1) };
  return { ...(await settledIn(reader, scope, siteId, days)), days };
}

type Input = ParsedInputOf<typeof rulesContract.previewRule>;

async function shareAll(
  reader: Reader,
  site: { tenantId: string; siteId: string },
  input: Input,
  orders: readonly OrderView[],
): Promise<{ shares: Shares[]; grossFen: number }> {
  const days = [...new Set(orders.map(dayOf))];
  const totalOf = await dayTotals(reader, site, input.costs, days);
  let grossFen = 0;
  const shares = [...Map.groupBy(orders, dayOf)].flatMap(([day, ofDay]) => {
    const figures = ofDay.map((order) => figuresOf(order, keptOf(order), input));
    grossFen += figures.reduce((sum, one) => sum + one.grossFen, 0);
    const borne = spreadDayCosts(input, figures, totalOf(day));
    return figures.map((one, index) => calculate(input, { ...one, dayCostsFen: borne[index] as number[] }));
  });
  return { shares, grossFen };
}

/** Order by order, as a run would do it, so that the figures are the ones that a run would have come to. */
export const previewRule: Handler<typeof rulesContract.previewRule> = async (context, input) => {
  const scope = merchantScope(context);
  const reader = context.db.read;
  if (!(await siteNames(reader, scope, [input.fieldId])).has(input.fieldId)) throw missing();
  await checkTerms(reader, wholeMerchant(context), input);
  const today = businessDay(context.clock.now());
  const { orders, complete, days } = await figuresToShow(reader, scope, input.fieldId, today);
  const shared = orders.filter((order) => isShared(order, input));
  const site = { tenantId: scope.tenantId, siteId: input.fieldId };
  const { shares, grossFen } = await shareAll(reader, site, input, shared);
  const receivers = await findReceivers(
    reader,
    wholeMerchant(context),
    input.ratios.map(({ receiverId }) => receiverId),
  );
  return {
    from: days.from,
    to: addDays(days.to, -1),
    orders: shared.length,
    complete,
    grossFen,
    steps: addSteps(
      grossFen,
      shares.map(({ steps }) => steps),
    ),
    baseFen: shares.reduce((sum, { baseFen }) => sum + baseFen, 0),
    parts: input.ratios.map(({ receiverId, basisPoints }, index) => ({
      receiverId,
      basisPoints,
      receiverName: receivers.get(receiverId)?.name ?? '',
      amountFen: shares.reduce((sum, { parts }) => sum + (parts[index]?.amountFen ?? 0), 0),
    })),
    restFen: shares.reduce((sum, { restFen }) => sum + restFen, 0),
  };
};
