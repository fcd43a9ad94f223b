import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId, newSecret } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context, StaffContext } from '#kit/server/context.ts';
import { selectPage } from '#kit/server/paging.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import {
  countInvitations,
  findOpenInvitation,
  type InvitationRow,
  type InvitationState,
  insertInvitation,
  selectInvitations,
  stateOf,
  takeInvitation,
  voidInvitation,
} from './invitations.ts';
import { keyedHash } from './keyed-hash.ts';
import { newPasswordColumns } from './password-wire.ts';
import { userSummaries } from './public.ts';
import { findRole } from './role-queries.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { judgeAssignment, type SiteChoice } from './staff-rules.ts';
import { findTenant } from './tenant-queries.ts';
import { insertUser, replaceSites } from './user-queries.ts';
import { assertNamesFree } from './user-rules.ts';

const validMs = 7 * dayMs;

const hashOf = (services: Pick<Services, 'secrets'>, token: string) =>
  keyedHash(services.secrets, 'invitation', token);

export async function createInvitation(
  context: StaffContext,
  input: { roleId: string; remark: string } & SiteChoice,
) {
  const { session } = context;
  const scope = tenantScope(session.tenantId);
  const now = context.clock.now();
  const token = newSecret();
  const id = newId();
  const expiresAt = new Date(now.getTime() + validMs);
  await context.db.transaction(async (tx) => {
    const { role, allSites, siteIds } = await judgeAssignment(tx, session, input);
    await insertInvitation(tx, scope, {
      id,
      createdAt: now,
      tokenHash: hashOf(context.services, token),
      roleId: role.id,
      allSites,
      siteIds,
      remark: input.remark,
      createdBy: session.userId,
      expiresAt,
    });
    await audit(tx, context, {
      action: 'accounts.inviteStaff',
      entity: 'invitation',
      entityId: id,
      label: input.remark || role.title,
      after: { role: role.title, allSites, siteIds, expiresAt },
    });
  });
  return { id, token, path: `/employee-register?token=${token}`, expiresAt: expiresAt.toISOString() };
}

export async function listInvitations(
  context: StaffContext,
  input: {
    current: number;
    size: number;
    state?: InvitationState;
    sort?: 'createdAt' | 'expiresAt';
    order?: 'asc' | 'desc';
  },
) {
  const scope = tenantScope(context.session.tenantId);
  const now = context.clock.now();
  const reader = context.db.read;
  const page = await selectPage(
    input,
    (window) => selectInvitations(reader, scope, { ...input, ...window, now }),
    () => countInvitations(reader, scope, { state: input.state, now }),
  );
  const people = await userSummaries(
    reader,
    scope,
    page.records.flatMap(({ invitation: row }) => [row.createdBy, ...(row.usedBy ? [row.usedBy] : [])]),
  );
  const present = ({ invitation: row, role }: (typeof page.records)[number]) => ({
    id: row.id,
    roleId: row.roleId,
    roleName: role.title,
    remark: row.remark,
    state: stateOf(row, now),
    createdByName: people.get(row.createdBy)?.name ?? '',
    usedByName: (row.usedBy && people.get(row.usedBy)?.name) || '',
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  });
  return { ...page, records: page.records.map(present) };
}

export async function revokeInvitation(context: StaffContext, input: { id: string }) {
  const scope = tenantScope(context.session.tenantId);
  await context.db.transaction(async (tx) => {
    const row = await voidInvitation(tx, scope, input.id, context.clock.now());
    if (!row) throw missing();
    await audit(tx, context, {
      action: 'accounts.revokeInvitation',
      entity: 'invitation',
      entityId: row.id,
      label: row.remark,
    });
  });
  return {};
}

/** One answer for links that never existed, were used, revoked, or are too old. */
const voidLink = () => missing('accounts:error.invitationVoid');

async function openInvitation(context: Context, token: string): Promise<InvitationRow> {
  const found = await findOpenInvitation(
    context.db.read,
    hashOf(context.services, token),
    context.clock.now(),
  );
  if (!found) throw voidLink();
  const tenant = await findTenant(context.db.read, found.tenantId);
  if (tenant?.state !== 'active') throw voidLink();
  return found;
}

export async function invitationInfo(context: Context, input: { token: string }) {
  const row = await openInvitation(context, input.token);
  const [tenant, role] = await Promise.all([
    findTenant(context.db.read, row.tenantId),
    findRole(context.db.read, tenantScope(row.tenantId), row.roleId),
  ]);
  return {
    merchantName: tenant?.name ?? '',
    roleName: role?.title ?? '',
    expiresAt: row.expiresAt.toISOString(),
  };
}

interface InvitedPerson {
  token: string;
  account: string;
  name: string;
  password: string;
  phone?: string;
  code?: string;
}

export async function registerInvited(context: Context, input: InvitedPerson) {
  const { services } = context;
  const now = context.clock.now();
  const row = await openInvitation(context, input.token);
  const { phone } = input;
  if (phone && !input.code) throw invalidField('code', 'kit:validation.required');
  const codeId =
    phone && input.code
      ? await checkCode(services, { phone, purpose: 'invite', code: input.code })
      : undefined;
  const password = await newPasswordColumns(services, 'password', input.password, now);
  const id = newId();
  await context.db.transaction(async (tx) => {
    if (!(await takeInvitation(tx, row.id, now, id))) throw voidLink();
    if (codeId) await spendCode(tx, codeId, now);
    await assertNamesFree(tx, { account: input.account, phone });
    const user = await insertUser(tx, row.tenantId, {
      id,
      createdAt: now,
      account: input.account,
      name: input.name,
      phone: phone ?? null,
      userType: userTypes.staff,
      roleId: row.roleId,
      allSites: row.allSites,
      ...password,
    });
    await replaceSites(tx, row.tenantId, id, row.siteIds);
    const session = { userId: id, tenantId: row.tenantId, account: user.account, name: user.name };
    await audit(
      tx,
      { session, address: context.address },
      {
        action: 'accounts.registerInvited',
        entity: 'user',
        entityId: id,
        label: user.name,
        after: { account: user.account, roleId: row.roleId, allSites: row.allSites, siteIds: row.siteIds },
      },
    );
  });
  return { account: input.account };
}
