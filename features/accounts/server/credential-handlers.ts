import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { provePassword } from './login.ts';
import { newPasswordColumns } from './password-wire.ts';
import { ownPrincipal } from './profile.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { checkCode, spendCode } from './sms-codes.ts';
import { updateUser } from './user-queries.ts';
import { assertNamesFree, maskPhone } from './user-rules.ts';

/** Counts and locks like the login: a borrowed session is no place to guess the password. */
async function isOwnPassword(context: StaffContext, wire: string): Promise<boolean> {
  const { user } = await ownPrincipal(context);
  const proven = await provePassword(context, { name: user.account, wire, find: async () => user });
  return proven !== undefined;
}

export const validatePassword = (context: StaffContext, input: { password: string }) =>
  isOwnPassword(context, input.password);

export async function changePassword(
  context: StaffContext,
  input: { oldPassword: string; newPassword: string },
) {
  const { session } = context;
  const now = context.clock.now();
  if (!(await isOwnPassword(context, input.oldPassword)))
    throw invalidField('oldPassword', 'accounts:error.wrongPassword');
  const password = await newPasswordColumns(context.services, 'newPassword', input.newPassword, now);
  await changeSessions(context.db, async (tx, touch) => {
    await updateUser(tx, session.tenantId, session.userId, password);
    await revokeSessions(tx, { id: session.userId, tenantId: session.tenantId }, now, {
      except: session.sessionId,
    });
    await audit(tx, context, {
      action: 'accounts.changePassword',
      entity: 'user',
      entityId: session.userId,
      label: session.name,
    });
    await touch('user', session.userId);
  });
  return {};
}

interface PhoneChange {
  oldCode?: string;
  password?: string;
  phone: string;
  code: string;
}

/** Proof of who asks: a code on the old phone, or the password where there is no old phone. */
async function proveOwner(
  context: StaffContext,
  oldPhone: string | null,
  input: PhoneChange,
): Promise<string[]> {
  if (oldPhone) {
    if (!input.oldCode) throw invalidField('oldCode', 'kit:validation.required');
    const guess = { phone: oldPhone, purpose: 'phone' as const, code: input.oldCode };
    return [await checkCode(context.services, guess, 'accounts:error.oldCodeWrong')];
  }
  if (!input.password) throw invalidField('password', 'kit:validation.required');
  if (!(await isOwnPassword(context, input.password)))
    throw invalidField('password', 'accounts:error.wrongPassword');
  return [];
}

export async function changePhone(context: StaffContext, input: PhoneChange) {
  const { session, services } = context;
  const now = context.clock.now();
  const { user } = await ownPrincipal(context);
  if (user.phone === input.phone) throw invalidField('phone', 'accounts:error.samePhone');
  const used = await proveOwner(context, user.phone, input);
  used.push(await checkCode(services, { phone: input.phone, purpose: 'phone', code: input.code }));
  await changeSessions(context.db, async (tx, touch) => {
    for (const codeId of used) await spendCode(tx, codeId, now);
    await assertNamesFree(tx, { phone: input.phone }, user.id);
    await updateUser(tx, session.tenantId, user.id, { phone: input.phone });
    await audit(tx, context, {
      action: 'accounts.changePhone',
      entity: 'user',
      entityId: user.id,
      label: user.name,
      before: { phone: user.phone && maskPhone(user.phone) },
      after: { phone: maskPhone(input.phone) },
    });
    await touch('user', user.id);
  });
  return {};
}
