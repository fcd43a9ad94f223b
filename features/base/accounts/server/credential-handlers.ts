import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { changeRow } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { profileContract } from '../contract/profile.ts';
import { provePassword } from './log-in.ts';
import { inOwnTenant } from './own-tenant.ts';
import { newPasswordColumns } from './password-wire.ts';
import { ownPrincipal } from './principal.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { checkCode, spendCode, staffAsker } from './sms-codes.ts';
import { person } from './user-queries.ts';

interface GivenCaptcha {
  captchaKey?: string;
  captchaCode?: string;
}

/** Counts and locks like the login: a borrowed session is no place to guess the password. */
export async function isOwnPassword(
  context: StaffContext,
  wire: string,
  { captchaKey: key, captchaCode: code }: GivenCaptcha = {},
): Promise<boolean> {
  const { user } = await ownPrincipal(context);
  const proven = await provePassword(context, {
    subject: { kind: 'own', value: user.id },
    wire,
    captcha: key && code ? { key, code } : undefined,
    find: async () => user,
  });
  return proven !== undefined;
}

type PhoneChange = ParsedInputOf<typeof profileContract.changePhone>;

/** Proof of who asks: a code on the old phone, or the password where there is no old phone. */
async function proveOwner(
  context: StaffContext,
  oldPhone: string | null,
  input: PhoneChange,
): Promise<string[]> {
  if (oldPhone) {
    if (!input.oldCode) throw invalidField('oldCode', 'kit:validation.required');
    const asker = staffAsker(context);
    const guess = { phone: oldPhone, purpose: 'phone' as const, code: input.oldCode, asker };
    return [await checkCode(context.services, guess, 'accounts:error.oldCodeWrong')];
  }
  if (!input.password) throw invalidField('password', 'kit:validation.required');
  if (!(await isOwnPassword(context, input.password, input)))
    throw invalidField('password', 'accounts:error.wrongPassword');
  return [];
}

export const credentialHandlers: Handlers<
  Pick<typeof profileContract, 'validatePassword' | 'changePassword' | 'changePhone'>
> = {
  validatePassword: (context, { password, ...captcha }) => isOwnPassword(context, password, captcha),

  async changePassword(context, { oldPassword, newPassword, ...captcha }) {
    const { userId: id, tenantId, sessionId } = context.session;
    const now = context.clock.now();
    if (!(await isOwnPassword(context, oldPassword, captcha)))
      throw invalidField('oldPassword', 'accounts:error.wrongPassword');
    const password = await newPasswordColumns(context.services, 'newPassword', newPassword, now);
    await changeSessions(context.db, async (tx, touch) => {
      const reference = { id, action: 'accounts.changePassword' };
      await changeRow(tx, inOwnTenant(context), person, reference, () => password);
      await revokeSessions(tx, { id, tenantId }, now, { except: sessionId });
      await touch('user', id);
    });
  },

  async changePhone(context, input) {
    const now = context.clock.now();
    const { user } = await ownPrincipal(context);
    if (user.phone === input.phone) throw invalidField('phone', 'accounts:error.samePhone');
    const used = await proveOwner(context, user.phone, input);
    const { phone, code } = input;
    const asker = staffAsker(context);
    used.push(await checkCode(context.services, { phone, purpose: 'phone', code, asker }));
    await changeSessions(context.db, async (tx, touch) => {
      for (const codeId of used) await spendCode(tx, codeId, now);
      const reference = {
        id: user.id,
        action: 'accounts.changePhone',
        was: { phone: user.phone && maskPhone(user.phone) },
        note: { phone: maskPhone(input.phone) },
      };
      await changeRow(tx, inOwnTenant(context), person, reference, () => ({ phone: input.phone }));
      await touch('user', user.id);
    });
  },
};
