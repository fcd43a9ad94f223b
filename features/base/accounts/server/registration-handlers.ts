import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { sameText } from '#kit/server/keyed-code.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { reviewRequested } from '../contract/events.ts';
import type { loginContract } from '../contract/login.ts';
import { tellAgents } from './change-tenant.ts';
import { createDefaultRoles } from './default-roles.ts';
import { newPasswordColumns } from './password-wire.ts';
import { changeSessions } from './session-changes.ts';
import { lockSetup, setupCode, setupNeeded } from './set-up.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { agentsAbove, findTenant, insertTenant, nextTenantId } from './tenant-queries.ts';
import { findUserByPhone, insertUser } from './user-queries.ts';

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

type Contract = Pick<typeof loginContract, 'registerMerchant' | 'setupState' | 'setupAdministrator'>;

export const registrationHandlers: Handlers<Contract> = {
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

  setupState: async ({ db }) => ({ needed: await setupNeeded(db.read) }),

  async setupAdministrator(context, { setupCode: given, account, name, phone, password: wire }) {
    const { services, clock } = context;
    if (!(await setupNeeded(context.db.read))) throw conflict('accounts:error.setupDone');
    if (!sameText(given.toUpperCase(), setupCode(services)))
      throw invalidField('setupCode', 'accounts:error.setupCodeWrong');
    const password = await newPasswordColumns(services, 'password', wire, clock.now());
    await context.db.transaction(async (tx) => {
      await lockSetup(tx);
      if (!(await setupNeeded(tx))) throw conflict('accounts:error.setupDone');
      const { id: userId, tenantId } = await insertUser(tx, platformTenantId, {
        id: newId(),
        account,
        name,
        phone: phone ?? null,
        userType: userTypes.platform,
        ...password,
      });
      await audit(
        tx,
        { session: { userId, tenantId, account, name }, address: context.address },
        { action: 'accounts.setUp', entity: 'user', entityId: userId, label: account },
      );
    });
  },
};
