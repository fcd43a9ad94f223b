import { invalid, invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { isOwnPassword } from './credential-handlers.ts';
import { ownPrincipal } from './principal.ts';
import { checkCode } from './sms-codes.ts';

async function ownPhone(context: StaffContext): Promise<string> {
  const { phone } = (await ownPrincipal(context)).user;
  if (!phone) throw invalid('accounts:error.phoneFirst');
  return phone;
}

export async function assertOwnPhone(context: StaffContext, phone: string): Promise<void> {
  if ((await ownPhone(context)) !== phone) throw invalidField('phone', 'accounts:error.otherPhone');
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
  if (!(await isOwnPassword(context, proof.password)))
    throw invalidField('password', 'accounts:error.wrongPassword');
  return checkCode(context.services, { phone, purpose, code: proof.code });
}
