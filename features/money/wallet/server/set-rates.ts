import { findTenant, type TenantRow, tenantsBelow } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { platformTenantId, tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { ratesChanged } from '../contract/events.ts';
import { type RatedPayWay, ratedPayWays } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { feeRates } from '../tables.ts';
import { announceRates, forgetLadders } from './keep-ladders.ts';
import { currentRates, ratesBelow, ratesOfTenant, rateVersions } from './rate-queries.ts';

/** Whose rates the caller sets: those directly below; null is the platform. */
export const setterOf = ({ session }: StaffContext): string | null =>
  session.realm === 'platform' ? null : session.tenantId;

export async function rateTarget(
  context: StaffContext,
  reader: Reader,
  tenantId: string,
): Promise<TenantRow> {
  const target = await findTenant(reader, tenantId);
  if (!target || target.realm === 'platform' || target.agentId !== setterOf(context)) throw missing();
  return target;
}

const percent = (basisPoints: number) => `${basisPoints / 100}%`;
const fieldOf = { wechat: 'wechatBasisPoints', alipay: 'alipayBasisPoints' } as const;

/** Not below what the setter pays, and not above what those further down pay already. */
async function judgeRate(
  tx: Tx,
  context: StaffContext,
  target: TenantRow,
  payWay: RatedPayWay,
  basisPoints: number,
): Promise<void> {
  const { tenantId } = context.session;
  const own = tenantId === platformTenantId ? 0 : (await ratesOfTenant(tx, tenantId))[payWay];
  if (basisPoints < own)
    throw invalidField(fieldOf[payWay], 'wallet:error.rateBelowOwn', { own: percent(own) });
  if (target.realm !== 'agent') return;
  const below = await tenantsBelow(tx, target.id);
  const theirs = await ratesBelow(
    tx,
    target.id,
    below.map(({ id }) => id),
  );
  for (const { id, name } of below) {
    const rate = theirs.get(id)?.rates[payWay] ?? 0;
    if (basisPoints > rate)
      throw invalidField(fieldOf[payWay], 'wallet:error.rateAboveBelow', { name, rate: percent(rate) });
  }
}

/** Two who set rates above and below each other are judged one after the other. */
const lockRates = (tx: Tx) => holdName(tx, 'fee rates');

async function addRate(
  tx: Tx,
  { session, clock }: StaffContext,
  tenantId: string,
  rate: { payWay: RatedPayWay; basisPoints: number },
): Promise<void> {
  const [last] = await rateVersions(tx, tenantId, rate.payWay);
  await insert(tx, tenantScope(tenantId), feeRates, {
    ...rate,
    effectiveFrom: clock.now(),
    version: (last?.version ?? 0) + 1,
    setBy: session.userId,
    setByName: session.name,
    setByTenant: session.tenantId,
  });
  await announceRates(tx);
}

export async function setRates(
  context: StaffContext,
  input: ParsedInputOf<typeof walletContract.setRates>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockRates(tx);
    const target = await rateTarget(context, tx, input.tenantId);
    const before = await ratesOfTenant(tx, target.id);
    const set = await currentRates(tx, [target.id]);
    for (const payWay of ratedPayWays) {
      const basisPoints = input[fieldOf[payWay]];
      if (set.find((row) => row.payWay === payWay)?.basisPoints === basisPoints) continue;
      await judgeRate(tx, context, target, payWay, basisPoints);
      await addRate(tx, context, target.id, { payWay, basisPoints });
    }
    await audit(tx, context, {
      action: 'wallet.setRates',
      entity: 'tenant',
      entityId: target.id,
      label: target.name,
      before: { ...before },
      after: { wechat: input.wechatBasisPoints, alipay: input.alipayBasisPoints },
    });
    await emitAll(
      tx,
      [target.id, context.session.tenantId].map((id) => told(tenantTopic(id), ratesChanged, {})),
    );
  });
  forgetLadders();
}
