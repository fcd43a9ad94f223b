import { eq } from 'drizzle-orm';
import { countSites } from '#features/sites/server/public.ts';
import { uploadInfo } from '#features/uploads/server/public.ts';
import { forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { mayUse, userTypes } from '#kit/server/session.ts';
import { rights } from '../contract/shared.ts';
import { loadPrincipal, type Principal } from './principal.ts';
import { isOwner } from './rights.ts';
import { selectRoles } from './role-queries.ts';
import { changeSessions } from './session-changes.ts';
import { ownTenant } from './staff.ts';
import { countUsers, findUser, isAccountTaken, isPhoneTaken, updateUser } from './user-queries.ts';
import { presentUser } from './user-rules.ts';

/** Owners have no job role: their kind of account names them. */
const titled = (context: StaffContext, found: Parameters<typeof presentUser>[0]) => {
  const { userType } = found.user;
  const record = presentUser(found);
  if (!isOwner(userType)) return record;
  const roleName = context.services.texts.say(context.language, `accounts:userType.${userType}`);
  return { ...record, roleName, allSites: userType === userTypes.merchant };
};

export async function ownPrincipal(context: StaffContext): Promise<Principal> {
  const found = await loadPrincipal(context.db.read, context.services.features, context.session.userId);
  if (!found) throw missing();
  return found;
}

export async function info(context: StaffContext) {
  const principal = await ownPrincipal(context);
  const { tenant, permissions } = principal;
  return {
    ...titled(context, principal),
    realm: tenant.realm,
    tenantName: tenant.name,
    permissions,
    registrationState: tenant.reviewState,
    registrationReason: tenant.reviewReason,
  };
}

/** Everyone may look at themselves; colleagues are for those who may see staff. */
export async function userById(context: StaffContext, id: string | undefined) {
  const { session } = context;
  const wanted = id ?? session.userId;
  if (wanted !== session.userId && !mayUse(session, rights.staffView)) throw forbidden();
  const found = await findUser(context.db.read, ownTenant(context), wanted);
  if (!found) throw missing();
  return titled(context, found);
}

async function assertColleague(context: StaffContext, userId: string | undefined): Promise<void> {
  if (userId && userId !== context.session.userId) await userById(context, userId);
}

export async function userNumbers(context: StaffContext, input: { userId?: string }) {
  await assertColleague(context, input.userId);
  const reader = context.db.read;
  const scope = ownTenant(context);
  const [fieldNumber, subUserNumber, franchiseeNumber, roles] = await Promise.all([
    ownSiteCount(context),
    countUsers(reader, scope, (user) => eq(user.userType, userTypes.staff)),
    countUsers(reader, scope, (user) => eq(user.userType, userTypes.franchisee)),
    selectRoles(reader, scope),
  ]);
  return { fieldNumber, subUserNumber, franchiseeNumber, roleNumber: roles.length };
}

/** Only merchants run sites. */
const ownSiteCount = async ({ session, db }: StaffContext) =>
  session.realm === 'merchant' ? countSites(db.read, session.scope) : 0;

export async function userSiteCount(context: StaffContext, input: { userId?: string }) {
  await assertColleague(context, input.userId);
  return { fieldSize: await ownSiteCount(context) };
}

interface ProfileInput {
  name?: string;
  realName?: string;
  avatar?: string;
  email?: string;
  sex?: number;
}

export async function updateProfile(context: StaffContext, input: ProfileInput) {
  const { session } = context;
  if (input.avatar) {
    const picture = await uploadInfo(context.db.read, ownTenant(context), input.avatar);
    if (!picture?.contentType.startsWith('image/')) throw invalidField('avatar', 'kit:validation.upload');
  }
  await changeSessions(context.db, async (tx, touch) => {
    const old = await findUser(tx, ownTenant(context), session.userId);
    if (!old) throw missing();
    const fields = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    ) as ProfileInput;
    if (Object.keys(fields).length === 0) return;
    await updateUser(tx, session.tenantId, session.userId, fields);
    const before = Object.fromEntries(
      Object.keys(fields).map((name) => [name, old.user[name as keyof ProfileInput]]),
    );
    await audit(tx, context, {
      action: 'accounts.updateProfile',
      entity: 'user',
      entityId: session.userId,
      label: input.name ?? old.user.name,
      before,
      after: { ...fields },
    });
    await touch('user', session.userId);
  });
  return {};
}

export const accountExists = (context: StaffContext, input: { account: string }) =>
  isAccountTaken(context.db.read, input.account);
export const checkAccount = async (context: StaffContext, input: { account: string }) =>
  !(await isAccountTaken(context.db.read, input.account));
export const phoneTaken = (context: StaffContext, input: { phone: string }) =>
  isPhoneTaken(context.db.read, input.phone, context.session.userId);
