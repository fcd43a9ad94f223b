import { checkCode, spendCode } from '#features/base/accounts/server/public.ts';
import { findPlayer, trustAfterMs, trustedPhone } from '#features/base/players/server/public.ts';
import { conflict, invalidField, unauthorized } from '#kit/kernel/errors.ts';
import type { Context } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { OwnerPurpose } from '../contract/own-data.ts';
import { findPayPassword } from './pay-password-queries.ts';
import { playerAsker, provePayPassword } from './prove-pay-password.ts';

type Own = Pick<Context<PlayerSession>, 'db' | 'session' | 'services' | 'clock'>;

/**
 * What a log-in in somebody else's hand can not show: the payment password, or a code on the phone. A password or phone
 * that was set today proves nothing today, because a thief with the log-in could have set it.
 */
export async function wayToProve({ db, session, clock }: Own): Promise<{
  proof: 'password' | 'code' | 'none';
  phone: string | null;
}> {
  const now = clock.now();
  const [password, player] = await Promise.all([
    findPayPassword(db.read, session.scope),
    findPlayer(db.read, session.playerId),
  ]);
  if (!player) throw unauthorized();
  const phone = trustedPhone(player, now);
  if (password && password.changedAt.getTime() + trustAfterMs <= now.getTime())
    return { proof: 'password', phone };
  return { proof: phone ? 'code' : 'none', phone };
}

export async function codePhone(context: Own): Promise<string> {
  const { phone } = await wayToProve(context);
  if (!phone) throw conflict('playerapp:error.phoneFirst');
  return phone;
}

/** Refuses who is not the owner. What it answers uses the code up, in the transaction of what was asked for. */
export async function proveOwner(
  context: Own,
  purpose: OwnerPurpose,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<(tx: Tx) => Promise<void>> {
  const { services, clock } = context;
  const { proof, phone } = await wayToProve(context);
  if (proof === 'password') {
    if (password === undefined) throw invalidField('password', 'playerapp:error.passwordFirst');
    await provePayPassword(context, password);
    return async () => {};
  }
  if (!phone) throw conflict('playerapp:error.phoneFirst');
  if (code === undefined) throw invalidField('code', 'playerapp:error.codeFirst');
  const asker = playerAsker(context.session);
  const codeId = await checkCode(services, { phone, purpose, code, asker });
  return (tx) => spendCode(tx, codeId, clock.now());
}
