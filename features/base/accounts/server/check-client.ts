import { invalid } from '#kit/kernel/errors.ts';
import type { Context } from '#kit/server/context.ts';
import { sameText } from '#kit/server/keyed-code.ts';

function isOwnPage(context: Context): boolean {
  const { origin } = context.request.headers;
  return !!origin && URL.canParse(origin) && new URL(origin).host === context.request.host;
}

/**
 * Where the operator named a client, others are refused. Our own pages carry no client secret, because whatever a page
 * carries is public; browsers vouch for them by the Origin header.
 */
export function checkClient(context: Context): void {
  const expected = context.services.config.oauthClient;
  if (!expected) return;
  const basic = /^basic\s+(\S+)$/i.exec(context.request.headers.authorization ?? '')?.[1];
  const given = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString();
  if (given === undefined ? isOwnPage(context) : sameText(given, `${expected.id}:${expected.secret}`)) return;
  throw invalid('accounts:error.clientRefused');
}
