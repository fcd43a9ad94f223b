import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { userTypes } from '#kit/server/session.ts';
import { createDefaultRoles } from './default-roles.ts';
import { newPasswordColumns } from './password-wire.ts';
import { changeSessions } from './session-changes.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { agentsAbove, findTenant, insertTenant, nextTenantId } from './tenant-queries.ts';
import { findUserByPhone, insertUser } from './user-queries.ts';
import { assertNamesFree, maskPhone } from './user-rules.ts';

interface Registration {
  phone: string;
  code: string;
  password: string;
  name?: string;
  inviterPhone?: string;
}

/**
 * An agent who invites gets the merchant; a merchant who invites brings it to its own agent. An unknown inviter is kept
 * for the reviewer and not refused: the answer would tell which phones are registered.
 */
async function agentOfInviter(reader: Reader, inviterPhone: string | undefined): Promise<string | null> {
  if (!inviterPhone) return null;
  const inviter = await findUserByPhone(reader, inviterPhone);
  const tenant = inviter && (await findTenant(reader, inviter.tenantId));
  if (!tenant) return null;
  return tenant.realm === 'agent' ? tenant.id : tenant.agentId;
}

export async function registerMerchant(context: Context, input: Registration) {
  const { services } = context;
  const now = context.clock.now();
  const codeId = await checkCode(services, { phone: input.phone, purpose: 'register', code: input.code });
  const password = await newPasswordColumns(services, 'password', input.password, now);
  return changeSessions(context.db, async (tx, touch) => {
    await spendCode(tx, codeId, now);
    await assertNamesFree(tx, { phone: input.phone });
    const tenantId = await nextTenantId(tx);
    const name = input.name ?? maskPhone(input.phone);
    const agentId = await agentOfInviter(tx, input.inviterPhone);
    await insertTenant(tx, {
      id: tenantId,
      createdAt: now,
      realm: 'merchant',
      name,
      agentId,
      reviewState: 'untreated',
      inviterPhone: input.inviterPhone ?? '',
    });
    await createDefaultRoles(tx, services, tenantId, context.language);
    const user = await insertUser(tx, tenantId, {
      id: newId(),
      createdAt: now,
      account: `m${tenantId}`,
      phone: input.phone,
      name,
      userType: userTypes.merchant,
      allSites: true,
      ...password,
    });
    const session = { userId: user.id, tenantId, account: user.account, name };
    await audit(
      tx,
      { session, address: context.address },
      {
        action: 'accounts.registerMerchant',
        entity: 'tenant',
        entityId: tenantId,
        label: name,
        after: { name, phone: input.phone, inviterPhone: input.inviterPhone },
      },
    );
    await emit(tx, platformTopic, 'review.requested', { kind: 'registration', id: tenantId });
    for (const agent of await agentsAbove(tx, agentId)) await touch('tenant', agent);
    return { account: user.account, tenantId };
  });
}
