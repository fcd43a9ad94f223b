import { and, eq, isNull, ne } from 'drizzle-orm';
import { findTenant, tenantName } from '#features/base/accounts/server/public.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { ratesContract } from '../contract/rates.ts';
import { ratedPayWays } from '../contract/shared.ts';
import { pageOrganisations } from './organisation-queries.ts';
import { currentRates, ratesBelow, ratesOfTenant, rateVersions } from './rate-queries.ts';
import { rateTarget, setRates, setterOf } from './set-rates.ts';

export const rateHandlers: Handlers<typeof ratesContract> = {
  async readRates({ db, session: { tenantId } }) {
    const [tenant, set, now] = await Promise.all([
      findTenant(db.read, tenantId),
      currentRates(db.read, [tenantId]),
      ratesOfTenant(db.read, tenantId),
    ]);
    return {
      rates: ratedPayWays.map((payWay) => ({
        payWay,
        basisPoints: now[payWay],
        since: set.find((row) => row.payWay === payWay)?.effectiveFrom ?? null,
      })),
      setter: tenant?.agentId ? ((await tenantName(db.read, tenant.agentId)) ?? null) : null,
    };
  },

  async listRates(context, input) {
    const reader = context.db.read;
    const { tenantId } = context.session;
    const setter = setterOf(context);
    const page = await pageOrganisations(reader, platformScope, input, {
      where: ({ agentId, realm }) =>
        setter === null ? and(isNull(agentId), ne(realm, 'platform')) : eq(agentId, setter),
    });
    const ids = page.records.map(({ id }) => id);
    const [below, own] = await Promise.all([
      ratesBelow(reader, tenantId, ids),
      ratesOfTenant(reader, tenantId),
    ]);
    return {
      ...mapPage(page, ({ id, name, realm }) => {
        const { rates, isSet } = below.get(id)!;
        return {
          tenantId: id,
          name,
          realm: realm as 'agent' | 'merchant',
          wechatBasisPoints: rates.wechat,
          alipayBasisPoints: rates.alipay,
          usual: !isSet,
        };
      }),
      ownWechatBasisPoints: own.wechat,
      ownAlipayBasisPoints: own.alipay,
    };
  },

  async listRateVersions(context, { tenantId }) {
    await rateTarget(context, context.db.read, tenantId);
    return rateVersions(context.db.read, tenantId);
  },

  async setRates(context, input) {
    await setRates(context, input);
  },
};
