import { invalid } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context } from '#kit/server/context.ts';
import { forgiveAttempts } from './login-guard.ts';
import { newPasswordColumns } from './password-wire.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { findUserByPhone, updateUser } from './user-queries.ts';

/** Whoever holds the phone gets the account back: new password, no login left, no lock left. */
export async function resetPassword(
  context: Context,
  input: { phone: string; code: string; password: string },
) {
  const { services } = context;
  const now = context.clock.now();
  const codeId = await checkCode(services, { phone: input.phone, purpose: 'reset', code: input.code });
  const password = await newPasswordColumns(services, 'password', input.password, now);
  await changeSessions(context.db, async (tx, touch) => {
    await spendCode(tx, codeId, now);
    const user = await findUserByPhone(tx, input.phone);
    if (!user) throw invalid('accounts:error.codeWrong');
    await updateUser(tx, user.tenantId, user.id, password);
    await revokeSessions(tx, user, now);
    await forgiveAttempts(tx, services.secrets, [user.account, user.phone]);
    const session = { userId: user.id, tenantId: user.tenantId, account: user.account, name: user.name };
    await audit(
      tx,
      { session, address: context.address },
      { action: 'accounts.resetPassword', entity: 'user', entityId: user.id, label: user.name },
    );
    await touch('user', user.id);
  });
  return {};
}
