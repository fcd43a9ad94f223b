import { countSites } from '#features/base/sites/server/public.ts';
import { uploadInfo } from '#features/base/uploads/server/public.ts';
import { forbidden, invalidField, missing } from '#kit/kernel/errors.ts';
import { changeRow } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { mayUse, userTypes } from '#kit/server/session.ts';
import type { profileContract } from '../contract/profile.ts';
import { rights } from '../contract/shared.ts';
import { inOwnTenant, ownTenant } from './own-tenant.ts';
import { ownPrincipal } from './principal.ts';
import { selectRoles } from './role-queries.ts';
import { changeSessions } from './session-changes.ts';
import {
  administratorOf,
  countUsers,
  findColleague,
  isAccountTaken,
  isPhoneTaken,
  person,
} from './user-queries.ts';
import { toTitledRecord } from './user-records.ts';

type Contract = Pick<
  typeof profileContract,
  | 'info'
  | 'userInfo'
  | 'userDetail'
  | 'userNumbers'
  | 'userSiteCount'
  | 'updateProfile'
  | 'accountExists'
  | 'franchiseeAccountExists'
  | 'checkAccount'
  | 'phoneTaken'
>;

/** Everyone may look at themselves; colleagues are for those who may see staff. */
async function userById(context: StaffContext, id: string | undefined) {
  const { session } = context;
  const wanted = id ?? session.userId;
  if (wanted !== session.userId && !mayUse(session, rights.staffView)) throw forbidden();
  const found = await findColleague(context, context.db.read, wanted);
  if (!found) throw missing();
  return toTitledRecord(context, found);
}

async function assertColleague(context: StaffContext, userId: string | undefined): Promise<void> {
  if (userId && userId !== context.session.userId) await userById(context, userId);
}

/** Only merchants run sites. */
const ownSiteCount = async ({ session, db }: StaffContext) =>
  session.realm === 'merchant' ? countSites(db.read, session.scope) : 0;

const accountExists = ({ db }: StaffContext, { account }: { account: string }) =>
  isAccountTaken(db.read, account);

export const profileHandlers: Handlers<Contract> = {
  async info(context) {
    const principal = await ownPrincipal(context);
    const { tenant, permissions } = principal;
    return {
      ...toTitledRecord(context, principal),
      realm: tenant.realm,
      tenantName: tenant.name,
      deptId: tenant.id,
      deptName: tenant.name,
      permissions,
      administrator: await administratorOf(context.db.read, principal.user),
      registrationState: tenant.reviewState,
      registrationReason: tenant.reviewReason,
    };
  },

  userInfo: (context, { userId }) => userById(context, userId),
  userDetail: (context, { id }) => userById(context, id),

  async userNumbers(context, { userId }) {
    await assertColleague(context, userId);
    const reader = context.db.read;
    const scope = ownTenant(context);
    const [fieldNumber, subUserNumber, franchiseeNumber, roles] = await Promise.all([
      ownSiteCount(context),
      countUsers(reader, scope, userTypes.staff),
      countUsers(reader, scope, userTypes.franchisee),
      selectRoles(reader, scope),
    ]);
    return { fieldNumber, subUserNumber, franchiseeNumber, roleNumber: roles.length };
  },

  async userSiteCount(context, { userId }) {
    await assertColleague(context, userId);
    return { fieldSize: await ownSiteCount(context) };
  },

  async updateProfile(context, input) {
    const { userId: id } = context.session;
    if (input.avatar) {
      const picture = await uploadInfo(context.db.read, ownTenant(context), input.avatar);
      if (!picture?.contentType.startsWith('image/')) throw invalidField('avatar', 'kit:validation.upload');
    }
    if (Object.values(input).every((value) => value === undefined)) return {};
    await changeSessions(context.db, async (tx, touch) => {
      const reference = { id, action: 'accounts.updateProfile' };
      await changeRow(tx, inOwnTenant(context), person, reference, () => input);
      await touch('user', id);
    });
    return {};
  },

  accountExists,
  franchiseeAccountExists: accountExists,
  checkAccount: async ({ db }, { account }) => !(await isAccountTaken(db.read, account)),
  phoneTaken: ({ db, session }, { phone }) => isPhoneTaken(db.read, phone, session.userId),
};
