import { randomInt } from 'node:crypto';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { forgiveAttempts } from './login-guard.ts';
import { passwordColumns } from './password-wire.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { findStaff } from './staff.ts';
import { assertMayManage } from './staff-rules.ts';
import { updateUser } from './user-queries.ts';

/** Without characters that are confused when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const randomPassword = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');

export async function resetStaffPasswords(context: StaffContext, input: { userIds: string[] }) {
  const now = context.clock.now();
  const fresh = await Promise.all(
    [...new Set(input.userIds)].sort().map(async (id) => {
      const password = randomPassword();
      return { id, password, columns: await passwordColumns(context.services, password, now) };
    }),
  );
  return changeSessions(context.db, async (tx, touch) => {
    const results: { id: string; account: string; password: string }[] = [];
    for (const { id, password, columns } of fresh) {
      const target = await findStaff(context, tx, id);
      assertMayManage(context.session, target);
      const { user } = target;
      await updateUser(tx, user.tenantId, id, columns);
      await revokeSessions(tx, user, now);
      await forgiveAttempts(tx, context.services.secrets, [user.account, user.phone]);
      await audit(tx, context, {
        action: 'accounts.resetStaffPassword',
        entity: 'user',
        entityId: id,
        label: user.name,
      });
      await touch('user', id);
      results.push({ id, account: user.account, password });
    }
    return results;
  });
}
