import { missing } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { selectPage } from '#kit/server/paging.ts';
import type { AgentNode } from '../contract/partners.ts';
import { type AgentRow, countMerchants, merchantsUnder, selectAgents, sumOfShares } from './agent-queries.ts';
import { agentSubtreeIds, findTenant, tenantNames } from './tenant-queries.ts';
import { treeOf } from './tree.ts';

export const wholeBasisPoints = 10_000;

/** null: the platform, which has every agent. */
export async function agentsInReach(context: StaffContext, reader: Reader): Promise<string[] | null> {
  const { session } = context;
  return session.realm === 'platform' ? null : agentSubtreeIds(reader, session.tenantId);
}

/** An agent changes those below it, not itself. */
export const isEditable = (context: StaffContext, agentId: string) => agentId !== context.session.tenantId;

/** A company that is out of reach looks like one that does not exist. */
export async function assertInReach(context: StaffContext, reader: Reader, agentId: string): Promise<void> {
  const reach = await agentsInReach(context, reader);
  const tenant = await findTenant(reader, agentId);
  if (tenant?.realm !== 'agent' || (reach && !reach.includes(agentId))) throw missing();
}

function presentAgent(context: StaffContext, row: AgentRow, given: number, merchantCount: number) {
  const { tenant, user_account: owner } = row;
  return {
    id: tenant.id,
    parentId: tenant.agentId ?? '0',
    name: tenant.name,
    account: owner?.account ?? '',
    phone: owner?.phone ?? '',
    shareBasisPoints: tenant.shareBasisPoints,
    givenBasisPoints: given,
    merchantCount,
    state: tenant.state,
    editable: isEditable(context, tenant.id),
    createdAt: tenant.createdAt.toISOString(),
  };
}

export async function listAgents(context: StaffContext): Promise<AgentNode[]> {
  const reader = context.db.read;
  const reach = await agentsInReach(context, reader);
  const [all, merchants] = await Promise.all([selectAgents(reader, reach), countMerchants(reader)]);
  const given = new Map<string, number>();
  for (const { tenant } of all)
    if (tenant.agentId) given.set(tenant.agentId, (given.get(tenant.agentId) ?? 0) + tenant.shareBasisPoints);
  return treeOf(
    all.map((row) =>
      presentAgent(context, row, given.get(row.tenant.id) ?? 0, merchants.get(row.tenant.id) ?? 0),
    ),
  );
}

export async function agentDetail(context: StaffContext, input: { id: string }) {
  const reader = context.db.read;
  await assertInReach(context, reader, input.id);
  const [[row], merchants, given] = await Promise.all([
    selectAgents(reader, [input.id]),
    countMerchants(reader),
    sumOfShares(reader, input.id),
  ]);
  const parentId = row!.tenant.agentId;
  const parent = parentId ? await findTenant(reader, parentId) : undefined;
  const limitBasisPoints = parent
    ? parent.shareBasisPoints - (await sumOfShares(reader, parent.id, input.id))
    : wholeBasisPoints;
  const isParentVisible = parent && isEditable(context, input.id);
  return {
    ...presentAgent(context, row!, given, merchants.get(input.id) ?? 0),
    parentName: isParentVisible ? parent.name : '',
    limitBasisPoints: isParentVisible || !parent ? limitBasisPoints : row!.tenant.shareBasisPoints,
  };
}

interface MerchantPage {
  current: number;
  size: number;
  sort?: 'createdAt' | 'name';
  order?: 'asc' | 'desc';
  agentId?: string;
  keyword?: string;
}

export async function agentMerchants(context: StaffContext, input: MerchantPage) {
  const reader = context.db.read;
  if (input.agentId) await assertInReach(context, reader, input.agentId);
  const agentIds = input.agentId ? [input.agentId] : await agentsInReach(context, reader);
  const query = merchantsUnder(reader, agentIds, input);
  const page = await selectPage(input, ({ limit, offset }) => query.list(limit, offset), query.total);
  const names = await tenantNames(
    reader,
    page.records.flatMap(({ agentId }) => agentId ?? []),
  );
  return {
    ...page,
    records: page.records.map((merchant) => ({
      id: merchant.id,
      name: merchant.name,
      agentId: merchant.agentId ?? '',
      agentName: (merchant.agentId && names.get(merchant.agentId)) || '',
      state: merchant.state,
      createdAt: merchant.createdAt.toISOString(),
    })),
  };
}
