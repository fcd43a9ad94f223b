import { phonePattern } from '#kit/contract/schemas.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { translate } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';
import type { SmsPurpose } from '../contract/shared.ts';
import { accountsContract } from '../contract.ts';
import { askCaptcha } from './ask-captcha.tsx';
import { asksForCaptcha } from './login-calls.ts';

/** Shows the server that a code was asked for here; the newest of each phone and purpose. */
const tickets = new Map<string, string>();
export const ticketFor = (phone: string | undefined, type: SmsPurpose): { codeTicket?: string } => {
  const codeTicket = tickets.get(`${type} ${phone}`);
  return codeTicket ? { codeTicket } : {};
};

/** Sends a code; where many were asked for, after the characters of a picture. */
async function send(phone: string, type: SmsPurpose): Promise<void> {
  let picture = {};
  for (;;) {
    try {
      const { codeTicket } = await client.call(accountsContract.sendCode, { phone, type, ...picture });
      tickets.set(`${type} ${phone}`, codeTicket);
      return;
    } catch (error) {
      const read = asksForCaptcha(error) ? await askCaptcha(failureMessage(error)) : undefined;
      if (!read) throw error;
      picture = read;
    }
  }
}

/** Sends a code and says how it went; the rejection keeps the "send" button ready. */
export async function sendCode(phone: string, type: SmsPurpose): Promise<void> {
  try {
    await send(phone, type);
    toast.success(translate('accounts:page.codeSent'));
  } catch (error) {
    toast.failure(failureMessage(error));
    throw error;
  }
}

/** For a `code` field of a form: sends to the number in the form's field `phone`. */
export const codeSender = (type: SmsPurpose) => async (values: Record<string, unknown>) => {
  const phone = typeof values.phone === 'string' ? values.phone.trim() : '';
  if (!phonePattern.test(phone)) {
    toast.failure(translate('kit:validation.phone'));
    throw new Error('no phone number to send a code to');
  }
  await sendCode(phone, type);
};
