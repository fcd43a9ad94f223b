import { CallError } from '#kit/contract/client.ts';
import { client } from '#kit/ui/client.ts';

/**
 * The calls of the login page by hand: the contract would bring its schemas, and with them a validation
 * library, into the one page that everyone waits for.
 */
interface Answer {
  key?: string;
  image?: string;
  msg?: string;
  data?: { codeTicket?: string };
  error?: { key: string };
}

async function get(path: string): Promise<Answer> {
  const response = await client.request(path, { method: 'GET' });
  const body = (await response.json().catch(() => undefined)) as Answer | undefined;
  if (!response.ok || !body) throw new CallError(body?.msg ?? '', response.status, body?.error?.key);
  return body;
}

export interface Captcha {
  key: string;
  image: string;
}

export async function fetchCaptcha(): Promise<Captcha> {
  const { key = '', image = '' } = await get('/api/blade-auth/oauth/captcha');
  return { key, image };
}

/** Answers what shows that the code was asked for here. */
export async function sendLoginCode(
  phone: string,
  read: { key: string; code: string } | undefined,
): Promise<string> {
  const picture = read && { captchaKey: read.key, captchaCode: read.code };
  const query = new URLSearchParams({ phone, type: 'login', ...picture });
  return (await get(`/api/blade-user/pushMessageByPhone?${query}`)).data?.codeTicket ?? '';
}

/** Refusals after which the page shows a captcha, or a new one. */
export const asksForCaptcha = (error: unknown): boolean =>
  error instanceof CallError && /captcha(Required|Wrong)$/.test(error.key ?? '');
