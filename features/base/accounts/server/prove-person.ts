import { invalid, invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { isOwnPassword } from './credential-handlers.ts';
import { ownPrincipal } from './principal.ts';
import { checkCode, staffAsker } from './sms-codes.ts';

async function ownPhone(context: StaffContext): Promise<string> {
  const { phone } = (await ownPrincipal(context)).user;
  if (!phone) throw invalid('accounts:error.phoneFirst');
  return phone;
}

export async function assertOwnPhone(context: StaffContext, phone: string): Promise<void> {
  if ((await ownPhone(context)) !== phone) throw invalidField('phone', 'accounts:error.otherPhone');
}

/** For what needs the person but no phone: the password again. A wrong one counts as at the log-in. */
export async function assertOwnPassword(
  context: StaffContext,
  { password, ...captcha }: { password: string; captchaKey?: string; captchaCode?: string },
): Promise<void> {
  if (!(await isOwnPassword(context, password, captcha)))
    throw invalidField('password', 'accounts:error.wrongPassword');
}

/**
 * For what a borrowed session must not do: the password again, and a code on the person's own phone. Answers the code,
 * which the caller uses up in its own transaction (`spendCode`).
 */
export async function provePerson(
  context: StaffContext,
  proof: { password: string; code: string },
  purpose: 'card',
): Promise<string> {
  const phone = await ownPhone(context);
  await assertOwnPassword(context, { password: proof.password });
  return checkCode(context.services, { phone, purpose, code: proof.code, asker: staffAsker(context) });
}
