import { invitationChanged, staffChanged } from '#features/base/accounts/contract/events.ts';
import {
  checkCode,
  findRole,
  findTenant,
  inOwnTenant,
  insertUser,
  keyedHash,
  newPasswordColumns,
  ownTenant,
  replaceSites,
  spendCode,
} from '#features/base/accounts/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { addRow, change, subjectOf } from '#kit/server/change.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import { emitAll, tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import type { invitationsContract } from '../contract/invitations.ts';
import { invitationState } from '../rules/invitation-rules.ts';
import { invitations } from '../tables.ts';
import {
  findOpenInvitation,
  type InvitationRow,
  pageInvitations,
  takeInvitation,
} from './invitation-queries.ts';
import { judgeAssignment } from './judge-assignment.ts';

const validMs = 7 * dayMs;

const invitation = subjectOf(invitations, {
  entity: 'invitation',
  label: ({ remark }) => remark,
  unlogged: ['id', 'tenantId', 'createdAt', 'createdBy', 'roleId', 'remark'],
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), invitationChanged, { id })],
});

const hashOf = (services: Pick<Services, 'secrets'>, token: string) =>
  keyedHash(services.secrets, 'invitation', token);

/** One answer for links that never existed, were used, revoked, or are too old. */
const voidLink = () => missing('accounts:error.invitationVoid');

async function openInvitation(context: Context, token: string): Promise<InvitationRow> {
  const hash = hashOf(context.services, token);
  const found = await findOpenInvitation(context.db.read, hash, context.clock.now());
  if (!found) throw voidLink();
  const tenant = await findTenant(context.db.read, found.tenantId);
  if (tenant?.state !== 'active') throw voidLink();
  return found;
}

export const invitationHandlers: Handlers<typeof invitationsContract> = {
  async createInvitation(context, input) {
    const now = context.clock.now();
    const token = newSecret();
    const expiresAt = new Date(now.getTime() + validMs);
    const { id } = await context.db.transaction(async (tx) => {
      const { role, allSites, siteIds } = await judgeAssignment(tx, context, input);
      const subject = { ...invitation, label: () => input.remark || role.title };
      const reference = { action: 'accounts.inviteStaff', note: { role: role.title } };
      return addRow(tx, inOwnTenant(context), subject, reference, {
        createdAt: now,
        tokenHash: hashOf(context.services, token),
        roleId: role.id,
        allSites,
        siteIds,
        remark: input.remark,
        createdBy: context.session.userId,
        expiresAt,
      });
    });
    return { id, token, path: `/employee-register?token=${token}`, expiresAt };
  },

  async listInvitations(context, input) {
    const now = context.clock.now();
    const page = await pageInvitations(context.db.read, ownTenant(context), input, now);
    return mapPage(page, (row) => ({
      ...row,
      state: invitationState(row, now),
      createdByName: row.createdByName ?? '',
      usedByName: row.usedByName ?? '',
    }));
  },

  async revokeInvitation(context, { id }) {
    const revokedAt = context.clock.now();
    await change(inOwnTenant(context), invitation, { id, action: 'accounts.revokeInvitation' }, (row) => {
      if (invitationState(row, revokedAt) !== 'open') throw missing();
      return { revokedAt };
    });
    return {};
  },

  async invitationInfo(context, { token }) {
    const row = await openInvitation(context, token);
    const [tenant, role] = await Promise.all([
      findTenant(context.db.read, row.tenantId),
      findRole(context.db.read, tenantScope(row.tenantId), { id: row.roleId }),
    ]);
    return { merchantName: tenant?.name ?? '', roleName: role?.title ?? '', expiresAt: row.expiresAt };
  },

  async registerInvited(context, input) {
    const { token, account, name, phone, code, codeTicket: ticket, password: wire } = input;
    const { services } = context;
    const now = context.clock.now();
    const row = await openInvitation(context, token);
    if (phone && !code) throw invalidField('code', 'kit:validation.required');
    const codeId =
      phone && code ? await checkCode(services, { phone, purpose: 'invite', code, ticket }) : undefined;
    const password = await newPasswordColumns(services, 'password', wire, now);
    const { tenantId, roleId, allSites, siteIds, createdBy } = row;
    const id = newId();
    await context.db.transaction(async (tx) => {
      if (!(await takeInvitation(tx, row.id, now, id))) throw voidLink();
      if (codeId) await spendCode(tx, codeId, now);
      const user = { id, createdAt: now, account, name, phone: phone ?? null, roleId, allSites };
      const made = { userType: userTypes.staff, ownSince: now, setBy: createdBy };
      await insertUser(tx, tenantId, { ...user, ...made, ...password });
      await replaceSites(tx, tenantId, id, siteIds);
      await audit(
        tx,
        { session: { userId: id, tenantId, account, name }, address: context.address },
        {
          action: 'accounts.registerInvited',
          entity: 'user',
          entityId: id,
          label: name,
          after: { account, roleId, allSites, siteIds },
        },
      );
      await emitAll(tx, [
        told(tenantTopic(tenantId), invitationChanged, { id: row.id }),
        told(tenantTopic(tenantId), staffChanged, { id }),
      ]);
    });
    return { account };
  },
};
