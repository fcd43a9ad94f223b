import { sql } from 'drizzle-orm';
import { findTenant, type TenantRow, tenantName, tenantsBelow } from '#features/accounts/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import { platformTenantId, tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { type RatedPayWay, ratedPayWays } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';
import { feeRates } from '../tables.ts';
import { announceRates, currentRates, forgetLadders, rateOf, rateVersions } from './fee-rates.ts';

type Rates = Record<RatedPayWay, number>;

async function ratesOfTenant(reader: Reader, tenantId: string): Promise<Rates> {
  const [wechat, alipay] = await Promise.all([
    rateOf(reader, tenantId, 'wechat'),
    rateOf(reader, tenantId, 'alipay'),
  ]);
  return { wechat, alipay };
}

export const readRates: Handler<typeof walletContract.readRates> = async ({ db, session }) => {
  const [tenant, set, now] = await Promise.all([
    findTenant(db.read, session.tenantId),
    currentRates(db.read, [session.tenantId]),
    ratesOfTenant(db.read, session.tenantId),
  ]);
  return {
    rates: ratedPayWays.map((payWay) => ({
      payWay,
      basisPoints: now[payWay],
      since: set.find((row) => row.payWay === payWay)?.effectiveFrom.toISOString() ?? null,
    })),
    setter: tenant?.agentId ? ((await tenantName(db.read, tenant.agentId)) ?? null) : null,
  };
};

/** Those whose rates the caller sets: the ones directly below, whose own are theirs to set. */
const directlyBelow = ({ session }: StaffContext, reader: Reader): Promise<TenantRow[]> =>
  tenantsBelow(reader, session.realm === 'platform' ? null : session.tenantId);

export const listRates: Handler<typeof walletContract.listRates> = async (context, input) => {
  const reader = context.db.read;
  const below = (await directlyBelow(context, reader)).filter(
    ({ name }) => !input.keyword || name.includes(input.keyword),
  );
  if (input.sort)
    below.sort((a, b) => a.name.localeCompare(b.name, 'zh-CN') * (input.order === 'desc' ? -1 : 1));
  const page = pageOfArray(input, below);
  const [set, own] = await Promise.all([
    currentRates(
      reader,
      page.records.map(({ id }) => id),
    ),
    ratesOfTenant(reader, context.session.tenantId),
  ]);
  const records = await Promise.all(
    page.records.map(async ({ id, name, realm }) => {
      const rates = await ratesOfTenant(reader, id);
      return {
        tenantId: id,
        name,
        realm: realm as 'agent' | 'merchant',
        wechatBasisPoints: rates.wechat,
        alipayBasisPoints: rates.alipay,
        usual: !set.some((row) => row.tenantId === id),
      };
    }),
  );
  return { ...page, records, ownWechatBasisPoints: own.wechat, ownAlipayBasisPoints: own.alipay };
};

async function targetOf(context: StaffContext, reader: Reader, tenantId: string): Promise<TenantRow> {
  const target = (await directlyBelow(context, reader)).find(({ id }) => id === tenantId);
  if (!target) throw missing();
  return target;
}

export const listRateVersions: Handler<typeof walletContract.listRateVersions> = async (context, input) => {
  const reader = context.db.read;
  await targetOf(context, reader, input.tenantId);
  const versions = await Promise.all(
    ratedPayWays.map((payWay) => rateVersions(reader, input.tenantId, payWay)),
  );
  return versions
    .flat()
    .sort((a, b) => b.effectiveFrom.getTime() - a.effectiveFrom.getTime())
    .map((row) => ({
      payWay: row.payWay,
      version: row.version,
      basisPoints: row.basisPoints,
      effectiveFrom: row.effectiveFrom.toISOString(),
      setByName: row.setByName,
    }));
};

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
  const own = tenantId === platformTenantId ? 0 : await rateOf(tx, tenantId, payWay);
  if (basisPoints < own)
    throw invalidField(fieldOf[payWay], 'wallet:error.rateBelowOwn', { own: percent(own) });
  if (target.realm !== 'agent') return;
  for (const below of await tenantsBelow(tx, target.id)) {
    const theirs = await rateOf(tx, below.id, payWay);
    if (basisPoints > theirs)
      throw invalidField(fieldOf[payWay], 'wallet:error.rateAboveBelow', {
        name: below.name,
        rate: percent(theirs),
      });
  }
}

/** Two who set rates above and below each other are judged one after the other. */
const lockRates = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('fee_rate', 0))`);

export async function addRate(
  tx: Tx,
  setter: { tenantId: string; userId: string; name: string },
  rate: { tenantId: string; payWay: RatedPayWay; basisPoints: number; effectiveFrom: Date },
): Promise<void> {
  const [last] = await rateVersions(tx, rate.tenantId, rate.payWay);
  const { tenantId, ...values } = rate;
  await insert(tx, tenantScope(tenantId), feeRates, {
    ...values,
    version: (last?.version ?? 0) + 1,
    setBy: setter.userId,
    setByName: setter.name,
    setByTenant: setter.tenantId,
  });
  await announceRates(tx);
}

export const setRates: Handler<typeof walletContract.setRates> = async (context, input) => {
  await context.db.transaction(async (tx) => {
    await lockRates(tx);
    const target = await targetOf(context, tx, input.tenantId);
    const before = await ratesOfTenant(tx, target.id);
    const set = await currentRates(tx, [target.id]);
    for (const payWay of ratedPayWays) {
      const basisPoints = input[fieldOf[payWay]];
      if (set.find((row) => row.payWay === payWay)?.basisPoints === basisPoints) continue;
      await judgeRate(tx, context, target, payWay, basisPoints);
      await addRate(tx, context.session, {
        tenantId: target.id,
        payWay,
        basisPoints,
        effectiveFrom: context.clock.now(),
      });
    }
    await audit(tx, context, {
      action: 'wallet.setRates',
      entity: 'tenant',
      entityId: target.id,
      label: target.name,
      before: { ...before },
      after: { wechat: input.wechatBasisPoints, alipay: input.alipayBasisPoints },
    });
    await emit(tx, tenantTopic(target.id), 'wallet.rates', {});
    await emit(tx, tenantTopic(context.session.tenantId), 'wallet.rates', {});
  });
  forgetLadders();
  return {};
};
