import {
  agentSubtreeIds,
  agentsAbove,
  findAgentOwner,
  findTenant,
  insertTenant,
  insertUser,
  lockTenant,
  nextTenantId,
  type PasswordColumns,
  revokeSessions,
  type Touch,
  updateUser,
} from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { userTypes } from '#kit/server/session.ts';
import type { agentsContract } from '../contract/agents.ts';
import { sumOfShares } from './agent-queries.ts';
import { changeTenant, tellAgents } from './change-tenant.ts';

/** Everything there is. */
export const wholeBasisPoints = 10_000;

export type AgentInput = ParsedInputOf<typeof agentsContract.saveAgent>;

/** null: the platform, which has every agent. */
export async function agentsInReach({ session }: StaffContext, reader: Reader): Promise<string[] | null> {
  return session.realm === 'platform' ? null : agentSubtreeIds(reader, session.tenantId);
}

/** An agent changes those below it, not itself. */
export const isEditable = ({ session }: StaffContext, agentId: string) => agentId !== session.tenantId;

/** A company that is out of reach looks like one that does not exist. */
export async function assertInReach(context: StaffContext, reader: Reader, agentId: string): Promise<void> {
  const reach = await agentsInReach(context, reader);
  const tenant = await findTenant(reader, agentId);
  if (tenant?.realm !== 'agent' || (reach && !reach.includes(agentId))) throw missing();
}

export async function assertEditable(context: StaffContext, reader: Reader, agentId: string): Promise<void> {
  await assertInReach(context, reader, agentId);
  if (!isEditable(context, agentId)) throw forbidden('accounts:error.notOwnAgent');
}

/** A change of a ratio locks the parent's row, so that sums are checked one after the other. */
async function assertShareFits(
  tx: Tx,
  parentId: string | null,
  agentId: string,
  shareBasisPoints: number,
): Promise<void> {
  const parent = parentId ? await lockTenant(tx, parentId) : undefined;
  const limit = parent?.shareBasisPoints ?? wholeBasisPoints;
  const others = parentId ? await sumOfShares(tx, parentId, agentId) : 0;
  if (others + shareBasisPoints > limit)
    throw invalidField('shareBasisPoints', 'accounts:error.shareTooHigh', {
      percent: Math.max(0, limit - others) / 100,
    });
}

/** Those above see the new tenant from now on. */
async function touchAbove(tx: Tx, touch: Touch, id: string): Promise<void> {
  const above = await agentsAbove(tx, id);
  for (const agentId of above.filter((one) => one !== id)) await touch('tenant', agentId);
  await tellAgents(tx, id, above);
}

export async function createAgent(
  tx: Tx,
  touch: Touch,
  context: StaffContext,
  input: AgentInput,
  password: PasswordColumns,
): Promise<string> {
  const { session } = context;
  const { name, account, phone, shareBasisPoints } = input;
  const named = input.parentId === '0' ? undefined : input.parentId;
  const parentId = named ?? (session.realm === 'agent' ? session.tenantId : null);
  if (parentId) await assertInReach(context, tx, parentId);
  await assertShareFits(tx, parentId, '', shareBasisPoints);
  const id = await nextTenantId(tx);
  const createdAt = context.clock.now();
  await insertTenant(tx, { id, createdAt, realm: 'agent', name, agentId: parentId, shareBasisPoints });
  await insertUser(tx, id, {
    id: newId(),
    createdAt,
    account,
    name,
    phone: phone || null,
    userType: userTypes.agent,
    ...password,
  });
  await audit(tx, context, {
    action: 'accounts.createAgent',
    entity: 'tenant',
    entityId: id,
    label: name,
    after: { name, account, phone, parentId, shareBasisPoints },
  });
  await touchAbove(tx, touch, id);
  return id;
}

export async function changeAgent(
  tx: Tx,
  touch: Touch,
  context: StaffContext,
  id: string,
  input: AgentInput,
  password: PasswordColumns | undefined,
): Promise<void> {
  const { name, account, phone, shareBasisPoints } = input;
  await assertInReach(context, tx, id);
  // Always the upper row before the lower one, or two changes would wait for each other.
  const [, above = null] = await agentsAbove(tx, id);
  await assertShareFits(tx, above, id, shareBasisPoints);
  await assertEditable(context, tx, id);
  await lockTenant(tx, id);
  if ((await sumOfShares(tx, id)) > shareBasisPoints)
    throw invalidField('shareBasisPoints', 'accounts:error.shareBelowGiven');
  const owner = await findAgentOwner(tx, id);
  if (!owner) throw missing();
  const reference = {
    id,
    action: 'accounts.updateAgent',
    logOf: context.session.tenantId,
    was: { account: owner.account, phone: owner.phone },
    note: { account, phone: phone ?? owner.phone },
  };
  await changeTenant(tx, context, reference, () => ({ name, shareBasisPoints }));
  await updateUser(tx, id, owner.id, {
    account,
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...password,
  });
  if (password) await revokeSessions(tx, owner, context.clock.now());
  await tellAgents(tx, id, await agentsAbove(tx, id));
  await touch('tenant', id);
}
