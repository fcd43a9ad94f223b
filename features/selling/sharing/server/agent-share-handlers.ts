import { findTenant, tenantNames } from '#features/base/accounts/server/public.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { statementsContract } from '../contract/statements.ts';
import { pageAgentShares, sumByAgent } from './agent-share-queries.ts';

export const agentShareHandlers: Handlers<
  Pick<typeof statementsContract, 'listAgentShares' | 'sumAgentShares'>
> = {
  async listAgentShares({ db, session }, input) {
    const page = await pageAgentShares(db.read, session.scope, input);
    const names = await tenantNames(
      db.read,
      page.records.flatMap(({ tenantId, merchantId }) => [tenantId, merchantId]),
    );
    return mapPage(page, (row) => ({
      ...row,
      agentId: row.tenantId,
      agentName: names.get(row.tenantId) ?? '',
      merchantName: names.get(row.merchantId) ?? '',
    }));
  },

  async sumAgentShares({ db, session }, { month }) {
    const found = await sumByAgent(db.read, session.scope, month);
    const agents = await Promise.all(found.map(({ agentId }) => findTenant(db.read, agentId)));
    return found
      .map((row, index) => ({
        ...row,
        agentName: agents[index]?.name ?? '',
        basisPoints: agents[index]?.shareBasisPoints ?? 0,
      }))
      .sort((a, b) => b.amountFen - a.amountFen);
  },
};
