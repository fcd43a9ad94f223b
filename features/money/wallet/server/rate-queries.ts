import { and, desc, eq, inArray } from 'drizzle-orm';
import { agentsAbove, findTenant } from '#features/base/accounts/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, platformTenantId } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import { type RatedPayWay, ratedPayWays, usualBasisPoints } from '../contract/shared.ts';
import { ratesOf } from '../rules/fee-rules.ts';
import { feeRates } from '../tables.ts';

export type FeeRateRow = RowOf<typeof feeRates>;
export type Rates = Record<RatedPayWay, number>;

/** The newest version of each; organisations nobody has set a rate for are left out. */
export async function currentRates(reader: Reader, tenantIds: readonly string[]): Promise<FeeRateRow[]> {
  if (tenantIds.length === 0) return [];
  const rate = rows(platformScope, feeRates);
  return reader
    .selectDistinctOn([rate.tenantId, rate.payWay])
    .from(rate)
    .where(inArray(rate.tenantId, [...tenantIds]))
    .orderBy(rate.tenantId, rate.payWay, desc(rate.version));
}

/** Every one an organisation ever had, newest first. */
export async function rateVersions(
  reader: Reader,
  tenantId: string,
  payWay?: RatedPayWay,
): Promise<FeeRateRow[]> {
  const rate = rows(platformScope, feeRates);
  return reader
    .select()
    .from(rate)
    .where(and(eq(rate.tenantId, tenantId), payWay && eq(rate.payWay, payWay)))
    .orderBy(...(payWay ? [] : [desc(rate.effectiveFrom), rate.payWay]), desc(rate.version));
}

/** From the topmost agent down to the organisation itself; the platform stands above all and is not named. */
async function wayDownTo(reader: Reader, tenantId: string): Promise<string[]> {
  if (tenantId === platformTenantId) return [];
  const tenant = await findTenant(reader, tenantId);
  const above = await agentsAbove(reader, tenant?.agentId ?? null);
  return [...above.reverse(), tenantId];
}

const setOn = (set: readonly FeeRateRow[], way: readonly string[], payWay: RatedPayWay) =>
  way.map((tenantId) => ({
    tenantId,
    basisPoints: set.find((row) => row.tenantId === tenantId && row.payWay === payWay)?.basisPoints,
  }));

/** The rates set on the way down to an organisation, as the rules take them. */
export async function chainOf(reader: Reader, tenantId: string, payWay: RatedPayWay) {
  const way = await wayDownTo(reader, tenantId);
  return setOn(await currentRates(reader, way), way, payWay);
}

const nothing = Object.fromEntries(ratedPayWays.map((payWay) => [payWay, 0])) as Rates;

function paidAtEnd(set: readonly FeeRateRow[], way: readonly string[]): Rates {
  if (way.length === 0) return nothing;
  const last = (payWay: RatedPayWay) => ratesOf(setOn(set, way, payWay), usualBasisPoints).at(-1) as number;
  return Object.fromEntries(ratedPayWays.map((payWay) => [payWay, last(payWay)])) as Rates;
}

/** What an organisation pays now. */
export async function ratesOfTenant(reader: Reader, tenantId: string): Promise<Rates> {
  const way = await wayDownTo(reader, tenantId);
  return paidAtEnd(await currentRates(reader, way), way);
}

/** What several organisations that stand directly under the same one pay, and which of them have their own rate. */
export async function ratesBelow(
  reader: Reader,
  aboveId: string,
  tenantIds: readonly string[],
): Promise<Map<string, { rates: Rates; isSet: boolean }>> {
  const way = await wayDownTo(reader, aboveId);
  const set = await currentRates(reader, [...way, ...tenantIds]);
  return new Map(
    tenantIds.map((id) => [
      id,
      { rates: paidAtEnd(set, [...way, id]), isSet: set.some(({ tenantId }) => tenantId === id) },
    ]),
  );
}
