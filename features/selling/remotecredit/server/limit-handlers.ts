import { jobRoles, staffMember } from '#features/base/accounts/server/public.ts';
import { forbidden, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { limitsChanged, type remotecreditContract } from '../contract.ts';
import { remoteCreditLimits } from '../tables.ts';
import { type Limit, leftInCoins, limitOf, usualLimit } from './spend-allowance.ts';

/** Nobody sets what they may do themselves, nor gives more than they have. */
async function assertMaySet(tx: Tx, session: StaffSession, roleId: string, wanted: Limit) {
  const own = await staffMember(tx, session.tenantId, session.userId);
  if (own?.owner) return;
  if (own?.roleId === roleId) throw forbidden('remotecredit:error.ownLimit');
  const mine = await limitOf(tx, session.tenantId, own);
  if (wanted.perCredit > mine.perCredit) throw forbidden('remotecredit:error.moreThanOwn');
}

export const limitHandlers: Handlers<
  Pick<typeof remotecreditContract, 'readAllowance' | 'listLimits' | 'saveLimit'>
> = {
  readAllowance: leftInCoins,

  async listLimits({ db, session }) {
    const { tenantId } = session;
    const [roles, set, own] = await Promise.all([
      jobRoles(db.read, tenantId),
      find(db.read, tenantScope(tenantId), remoteCreditLimits, {}),
      staffMember(db.read, tenantId, session.userId),
    ]);
    const byRole = new Map(set.map((row) => [row.roleId, row]));
    return roles.map(({ id, name }) => {
      const { perCredit } = byRole.get(id) ?? usualLimit;
      return {
        roleId: id,
        roleName: name,
        perCredit,
        usual: !byRole.has(id),
        editable: own?.roleId !== id,
      };
    });
  },

  async saveLimit(context, input) {
    const { session } = context;
    const scope = tenantScope(session.tenantId);
    await context.db.transaction(async (tx) => {
      const role = (await jobRoles(tx, session.tenantId)).find(({ id }) => id === input.roleId);
      if (!role) throw missing();
      await assertMaySet(tx, session, input.roleId, input);
      const [before] = await find(tx, scope, remoteCreditLimits, { roleId: input.roleId }, 'update');
      const after = { perCredit: input.perCredit };
      if (before) await update(tx, scope, remoteCreditLimits, { roleId: input.roleId }, after);
      else await insert(tx, scope, remoteCreditLimits, { roleId: input.roleId, ...after });
      await audit(tx, context, {
        action: 'remotecredit.saveLimit',
        entity: 'remoteCreditLimit',
        entityId: input.roleId,
        label: role.name,
        before: { perCredit: (before ?? usualLimit).perCredit },
        after,
      });
      await emit(tx, tenantTopic(session.tenantId), limitsChanged);
    });
  },
};
