import { reviewRequested } from '#features/base/accounts/contract/events.ts';
import {
  agentsAbove,
  changeSessions,
  checkCode,
  createDefaultRoles,
  findTenant,
  findUserByPhone,
  insertTenant,
  insertUser,
  newPasswordColumns,
  nextTenantId,
  spendCode,
} from '#features/base/accounts/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { userTypes } from '#kit/server/session.ts';
import type { registrationContract } from '../contract/registration.ts';
import { tellAgents } from './change-tenant.ts';

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

export const registrationHandlers: Handlers<typeof registrationContract> = {
  async registerMerchant(context, input) {
    const { services } = context;
    const { phone, code, codeTicket: ticket, inviterPhone } = input;
    const now = context.clock.now();
    const codeId = await checkCode(services, { phone, purpose: 'register', code, ticket });
    const password = await newPasswordColumns(services, 'password', input.password, now);
    return changeSessions(context.db, async (tx, touch) => {
      await spendCode(tx, codeId, now);
      const tenantId = await nextTenantId(tx);
      const name = input.name ?? maskPhone(phone);
      const agentId = await agentOfInviter(tx, inviterPhone);
      await insertTenant(tx, {
        id: tenantId,
        createdAt: now,
        realm: 'merchant',
        name,
        agentId,
        reviewState: 'untreated',
        inviterPhone: inviterPhone ?? '',
      });
      await createDefaultRoles(tx, services, tenantId, context.language);
      const { id: userId, account } = await insertUser(tx, tenantId, {
        id: newId(),
        createdAt: now,
        account: `m${tenantId}`,
        phone,
        name,
        userType: userTypes.merchant,
        allSites: true,
        ...password,
      });
      await audit(
        tx,
        { session: { userId, tenantId, account, name }, address: context.address },
        {
          action: 'accounts.registerMerchant',
          entity: 'tenant',
          entityId: tenantId,
          label: name,
          after: { name, phone, inviterPhone },
        },
      );
      await emit(tx, platformTopic, reviewRequested, { kind: 'registration', id: tenantId });
      const above = await agentsAbove(tx, agentId);
      for (const agent of above) await touch('tenant', agent);
      await tellAgents(tx, tenantId, above);
      return { account, tenantId };
    });
  },
};
