import { missing } from '#kit/kernel/errors.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { loginContract } from '../contract/login.ts';
import { roleCode } from './log-in.ts';
import { ownPrincipal } from './principal.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions, selectSessions } from './sessions.ts';

type Contract = Pick<
  typeof loginContract,
  'logout' | 'logoutEverywhere' | 'listSessions' | 'revokeSession' | 'tokenUser'
>;

const self = ({ session }: StaffContext) => ({ id: session.userId, tenantId: session.tenantId });

export const sessionHandlers: Handlers<Contract> = {
  async tokenUser(context) {
    const principal = await ownPrincipal(context);
    const { user, tenant, permissions } = principal;
    const role = roleCode(principal);
    return {
      userId: user.id,
      tenantId: tenant.id,
      account: user.account,
      userName: user.account,
      nickName: user.name,
      realName: user.realName,
      avatar: user.avatar,
      deptId: tenant.id,
      roleId: user.roleId ?? '',
      roleName: role,
      roles: [role],
      permission: permissions,
      detail: { userType: user.userType, realm: tenant.realm, tenantName: tenant.name },
    };
  },

  async logout(context) {
    const { sessionId } = context.session;
    await changeSessions(context.db, async (tx, touch) => {
      await revokeSessions(tx, self(context), context.clock.now(), { only: sessionId });
      await touch('session', sessionId);
    });
  },

  async logoutEverywhere(context) {
    await changeSessions(context.db, async (tx, touch) => {
      await revokeSessions(tx, self(context), context.clock.now());
      await touch('user', context.session.userId);
    });
  },

  async revokeSession(context, { id }) {
    await changeSessions(context.db, async (tx, touch) => {
      const ended = await revokeSessions(tx, self(context), context.clock.now(), { only: id });
      if (ended === 0) throw missing();
      await touch('session', id);
    });
  },

  async listSessions(context) {
    const found = await selectSessions(context.db.read, self(context), context.clock.now());
    return found.map((session) => ({ ...session, current: session.id === context.session.sessionId }));
  },
};
