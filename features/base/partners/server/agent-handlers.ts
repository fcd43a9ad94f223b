import {
  agentsAbove,
  changeSessions,
  findTenant,
  newPasswordColumns,
  revokeTenant,
} from '#features/base/accounts/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { treeOf } from '#kit/kernel/tree.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { agentsContract } from '../contract/agents.ts';
import { type AgentRow, countMerchants, pageMerchants, selectAgents, sumOfShares } from './agent-queries.ts';
import {
  agentsInReach,
  assertEditable,
  assertInReach,
  changeAgent,
  createAgent,
  isEditable,
  wholeBasisPoints,
} from './change-agent.ts';
import { changeTenant, tellAgents } from './change-tenant.ts';
import { earningsOfMonth } from './earnings.ts';

interface Figures {
  givenBasisPoints: number;
  merchantCount: number;
  incomeFen: number;
}

function toAgent(context: StaffContext, row: AgentRow, figures: Figures) {
  return {
    ...row,
    parentId: row.agentId ?? '0',
    account: row.account ?? '',
    phone: row.phone ?? '',
    ...figures,
    editable: isEditable(context, row.id),
  };
}

const incomeOf = (context: StaffContext, ids: readonly string[]) =>
  earningsOfMonth(
    context,
    context.db.read,
    ids.map((id) => ({ tenantId: id, id })),
  );

export const agentHandlers: Handlers<typeof agentsContract> = {
  async listAgents(context) {
    const reader = context.db.read;
    const reach = await agentsInReach(context, reader);
    const [all, merchants] = await Promise.all([selectAgents(reader, reach), countMerchants(reader)]);
    const given = new Map<string, number>();
    for (const { agentId, shareBasisPoints } of all)
      if (agentId) given.set(agentId, (given.get(agentId) ?? 0) + shareBasisPoints);
    const income = await incomeOf(
      context,
      all.map(({ id }) => id),
    );
    return treeOf(
      all.map((row) =>
        toAgent(context, row, {
          givenBasisPoints: given.get(row.id) ?? 0,
          merchantCount: merchants.get(row.id) ?? 0,
          incomeFen: income.get(row.id) ?? 0,
        }),
      ),
    );
  },

  async agentDetail(context, { id }) {
    const reader = context.db.read;
    await assertInReach(context, reader, id);
    const [[row], merchants, givenBasisPoints, income] = await Promise.all([
      selectAgents(reader, [id]),
      countMerchants(reader),
      sumOfShares(reader, id),
      incomeOf(context, [id]),
    ]);
    if (!row) throw missing();
    const parent = row.agentId ? await findTenant(reader, row.agentId) : undefined;
    const limitBasisPoints = parent
      ? parent.shareBasisPoints - (await sumOfShares(reader, parent.id, id))
      : wholeBasisPoints;
    const isParentVisible = parent && isEditable(context, id);
    return {
      ...toAgent(context, row, {
        givenBasisPoints,
        merchantCount: merchants.get(id) ?? 0,
        incomeFen: income.get(id) ?? 0,
      }),
      parentName: isParentVisible ? parent.name : '',
      limitBasisPoints: isParentVisible || !parent ? limitBasisPoints : row.shareBasisPoints,
    };
  },

  async agentMerchants(context, input) {
    const reader = context.db.read;
    if (input.agentId) await assertInReach(context, reader, input.agentId);
    const agentIds = input.agentId ? [input.agentId] : await agentsInReach(context, reader);
    return mapPage(await pageMerchants(reader, agentIds, input), (row) => ({
      ...row,
      agentId: row.agentId ?? '',
      agentName: row.agentName ?? '',
    }));
  },

  async saveAgent(context, input) {
    const { id, password: wire } = input;
    if (!id && !wire) throw invalidField('password', 'kit:validation.required');
    const password = wire
      ? await newPasswordColumns(context.services, 'password', wire, context.clock.now())
      : undefined;
    return changeSessions(context.db, async (tx, touch) => {
      if (!id) return { id: await createAgent(tx, touch, context, input, password!) };
      await changeAgent(tx, touch, context, id, input, password);
      return { id };
    });
  },

  async setAgentEnabled(context, { id, enabled }) {
    const action = enabled ? 'accounts.enableTenant' : 'accounts.disableTenant';
    await changeSessions(context.db, async (tx, touch) => {
      await assertEditable(context, tx, id);
      await changeTenant(tx, context, { id, action, logOf: context.session.tenantId }, () => ({
        state: enabled ? 'active' : 'disabled',
      }));
      if (enabled) await revokeTenant(tx, id, context.clock.now());
      await tellAgents(tx, id, await agentsAbove(tx, id));
      await touch('tenant', id);
    });
  },

  async assignMerchant(context, { merchantId: id, agentId: wanted }) {
    await changeSessions(context.db, async (tx, touch) => {
      const reach = await agentsInReach(context, tx);
      if (wanted) await assertInReach(context, tx, wanted);
      const reference = { id, action: 'accounts.assignMerchant', logOf: context.session.tenantId };
      let formerly: string | null = null;
      await changeTenant(tx, context, reference, ({ realm, agentId }) => {
        if (realm !== 'merchant') throw missing();
        if (reach && (!agentId || !reach.includes(agentId))) throw missing();
        if (reach && !wanted) throw invalidField('agentId', 'kit:validation.required');
        formerly = agentId;
        return { agentId: wanted || null };
      });
      const above = new Set([
        ...(await agentsAbove(tx, formerly)),
        ...(await agentsAbove(tx, wanted || null)),
      ]);
      for (const agentId of above) await touch('tenant', agentId);
      await tellAgents(tx, id, above);
    });
    return {};
  },
};
