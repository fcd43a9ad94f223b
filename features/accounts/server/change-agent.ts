import { and, eq, isNull } from 'drizzle-orm';
import { forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { users } from '../tables.ts';
import { sumOfShares } from './agent-queries.ts';
import { agentsInReach, assertInReach, isEditable, wholeBasisPoints } from './agents.ts';
import { newPasswordColumns, type PasswordColumns } from './password-wire.ts';
import { changeSessions, type Touch } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import {
  agentsAbove,
  insertTenant,
  lockTenant,
  nextTenantId,
  type TenantRow,
  updateTenant,
} from './tenant-queries.ts';
import { insertUser, type UserRow, updateUser } from './user-queries.ts';
import { assertNamesFree } from './user-rules.ts';

interface AgentInput {
  id?: string;
  parentId?: string;
  name: string;
  account: string;
  phone?: string;
  password?: string;
  shareBasisPoints: number;
}

/** The parent's row is locked by whoever changes a ratio below it, so that sums are judged one after the other. */
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
async function touchAbove(tx: Tx, touch: Touch, agentId: string | null): Promise<void> {
  for (const id of await agentsAbove(tx, agentId)) await touch('tenant', id);
}

async function createAgent(
  tx: Tx,
  touch: Touch,
  context: StaffContext,
  input: AgentInput,
  password: PasswordColumns,
): Promise<string> {
  const { session } = context;
  const parentId = input.parentId ?? (session.realm === 'agent' ? session.tenantId : null);
  if (parentId) await assertInReach(context, tx, parentId);
  await assertShareFits(tx, parentId, '', input.shareBasisPoints);
  await assertNamesFree(tx, input);
  const id = await nextTenantId(tx);
  const now = context.clock.now();
  await insertTenant(tx, {
    id,
    createdAt: now,
    realm: 'agent',
    name: input.name,
    agentId: parentId,
    shareBasisPoints: input.shareBasisPoints,
  });
  await insertUser(tx, id, {
    id: newId(),
    createdAt: now,
    account: input.account,
    name: input.name,
    phone: input.phone || null,
    userType: userTypes.agent,
    ...password,
  });
  await audit(tx, context, {
    action: 'accounts.createAgent',
    entity: 'tenant',
    entityId: id,
    label: input.name,
    after: {
      name: input.name,
      account: input.account,
      phone: input.phone,
      parentId,
      shareBasisPoints: input.shareBasisPoints,
    },
  });
  await touchAbove(tx, touch, parentId);
  return id;
}

async function findOwner(tx: Tx, tenantId: string): Promise<UserRow> {
  const user = rows(platformScope, users);
  const [owner] = await tx
    .select()
    .from(user)
    .where(and(eq(user.tenantId, tenantId), eq(user.userType, userTypes.agent), isNull(user.removedAt)));
  if (!owner) throw missing();
  return owner;
}

async function lockEditable(tx: Tx, context: StaffContext, id: string): Promise<TenantRow> {
  await assertInReach(context, tx, id);
  if (!isEditable(context, id)) throw forbidden('accounts:error.notOwnAgent');
  return (await lockTenant(tx, id))!;
}

async function changeAgent(
  tx: Tx,
  touch: Touch,
  context: StaffContext,
  id: string,
  input: AgentInput,
  password: PasswordColumns | undefined,
): Promise<void> {
  await assertInReach(context, tx, id);
  // Always the upper row before the lower one, or two changes would wait for each other.
  const [above] = (await agentsAbove(tx, id)).slice(1);
  await assertShareFits(tx, above ?? null, id, input.shareBasisPoints);
  const old = await lockEditable(tx, context, id);
  if ((await sumOfShares(tx, id)) > input.shareBasisPoints)
    throw invalidField('shareBasisPoints', 'accounts:error.shareBelowGiven');
  const owner = await findOwner(tx, id);
  await assertNamesFree(tx, input, owner.id);
  await updateTenant(tx, id, { name: input.name, shareBasisPoints: input.shareBasisPoints });
  await updateUser(tx, id, owner.id, {
    account: input.account,
    ...(input.phone === undefined ? {} : { phone: input.phone || null }),
    ...password,
  });
  if (password) await revokeSessions(tx, owner, context.clock.now());
  await audit(tx, context, {
    action: 'accounts.updateAgent',
    entity: 'tenant',
    entityId: id,
    label: input.name,
    before: {
      name: old.name,
      account: owner.account,
      phone: owner.phone,
      shareBasisPoints: old.shareBasisPoints,
    },
    after: {
      name: input.name,
      account: input.account,
      phone: input.phone ?? owner.phone,
      shareBasisPoints: input.shareBasisPoints,
    },
  });
  await touch('tenant', id);
}

export async function saveAgent(context: StaffContext, input: AgentInput) {
  const { id } = input;
  if (!id && !input.password) throw invalidField('password', 'kit:validation.required');
  const password = input.password
    ? await newPasswordColumns(context.services, 'password', input.password, context.clock.now())
    : undefined;
  return changeSessions(context.db, async (tx, touch) => {
    if (!id) return { id: await createAgent(tx, touch, context, input, password!) };
    await changeAgent(tx, touch, context, id, input, password);
    return { id };
  });
}

export async function setAgentEnabled(context: StaffContext, input: { id: string; enabled: boolean }) {
  await changeSessions(context.db, async (tx, touch) => {
    const old = await lockEditable(tx, context, input.id);
    const state = input.enabled ? ('active' as const) : ('disabled' as const);
    await updateTenant(tx, input.id, { state });
    await audit(tx, context, {
      ...(input.enabled ? { action: 'accounts.enableTenant' } : { action: 'accounts.disableTenant' }),
      entity: 'tenant',
      entityId: input.id,
      label: old.name,
      before: { state: old.state },
      after: { state },
    });
    await touch('tenant', input.id);
  });
  return {};
}

export async function assignMerchant(context: StaffContext, input: { merchantId: string; agentId: string }) {
  await changeSessions(context.db, async (tx, touch) => {
    const reach = await agentsInReach(context, tx);
    const merchant = await lockTenant(tx, input.merchantId);
    if (merchant?.realm !== 'merchant') throw missing();
    if (reach && (!merchant.agentId || !reach.includes(merchant.agentId))) throw missing();
    if (input.agentId) await assertInReach(context, tx, input.agentId);
    else if (reach) throw invalidField('agentId', 'kit:validation.required');
    const agentId = input.agentId || null;
    const formerly = await agentsAbove(tx, merchant.agentId);
    await updateTenant(tx, merchant.id, { agentId });
    await audit(tx, context, {
      action: 'accounts.assignMerchant',
      entity: 'tenant',
      entityId: merchant.id,
      label: merchant.name,
      before: { agentId: merchant.agentId },
      after: { agentId },
    });
    for (const id of new Set([...formerly, ...(await agentsAbove(tx, agentId))])) await touch('tenant', id);
  });
  return {};
}
