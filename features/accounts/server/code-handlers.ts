import { unauthorized } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Context } from '#kit/server/context.ts';
import type { SmsPurpose } from '../contract/shared.ts';
import { checkCode, resendWaitMs, sendCode } from './sms-codes.ts';
import { isPhoneTaken } from './user-queries.ts';

/** Purposes that only make sense for a phone that is registered; which phones are is nobody's business. */
const forRegistered: readonly SmsPurpose[] = ['login', 'reset'];

export async function requestCode(context: Context, input: { phone: string; type: SmsPurpose }) {
  if (input.type === 'phone' && context.session?.kind !== 'staff') throw unauthorized();
  const registered = await isPhoneTaken(context.db.read, input.phone);
  const secretly = forRegistered.includes(input.type);
  await sendCode(context.services, {
    phone: input.phone,
    purpose: input.type,
    address: context.address,
    deliver: !secretly || registered,
    wait: !secretly,
  });
  return { waitSeconds: resendWaitMs / secondMs };
}

export async function verifyCode(context: Context, input: { phone: string; code: string; type: SmsPurpose }) {
  await checkCode(context.services, { phone: input.phone, purpose: input.type, code: input.code });
  return {};
}
