import { findTenants, tenantNames } from '#features/base/accounts/server/public.ts';
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
    const agents = await findTenants(
      db.read,
      found.map(({ agentId }) => agentId),
    );
    return found
      .map((row) => ({
        ...row,
        agentName: agents.get(row.agentId)?.name ?? '',
        basisPoints: agents.get(row.agentId)?.shareBasisPoints ?? 0,
      }))
      .sort((a, b) => b.amountFen - a.amountFen);
  },
};
