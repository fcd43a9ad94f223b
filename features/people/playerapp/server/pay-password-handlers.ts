import { checkCode, resendWaitMs, sendCode, spendCode } from '#features/base/accounts/server/public.ts';
import { findPlayer, tellOfGuard } from '#features/base/players/server/public.ts';
import { conflict, unauthorized } from '#kit/kernel/errors.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { payPasswordContract } from '../contract/pay-password.ts';
import { usualFree } from '../rules/pay-password-rules.ts';
import {
  changePayPassword,
  confirmWish,
  findPayPassword,
  removePayPassword,
  writePayPassword,
} from './pay-password-queries.ts';
import { hashPayPassword, playerAsker, provePayPassword } from './prove-pay-password.ts';

/** Without one a password that was forgotten could not be reset. */
async function phoneOf({ db, session }: Pick<Context<PlayerSession>, 'db' | 'session'>): Promise<string> {
  const player = await findPlayer(db.read, session.playerId);
  if (!player) throw unauthorized();
  if (!player.phone) throw conflict('playerapp:error.noPhone');
  return player.phone;
}

/** That of the day the password was set: one that was proven since, without the password, opens nothing. */
async function resetPhoneOf(context: Pick<Context<PlayerSession>, 'db' | 'session'>): Promise<string> {
  const row = await findPayPassword(context.db.read, context.session.scope);
  return row?.phone ?? phoneOf(context);
}

export const payPasswordHandlers: Handlers<typeof payPasswordContract> = {
  async readPayPassword({ db, session, clock }) {
    const [row, player] = await Promise.all([
      findPayPassword(db.read, session.scope),
      findPlayer(db.read, session.playerId),
    ]);
    const lockedUntil = row?.lockedUntil ?? null;
    return {
      isSet: row !== undefined,
      phone: row?.phone ?? player?.phone ?? null,
      freeFen: row?.freeFen ?? usualFree.freeFen,
      freeCoins: row?.freeCoins ?? usualFree.freeCoins,
      lockedUntil: lockedUntil && lockedUntil > clock.now() ? lockedUntil : null,
    };
  },

  async setPayPassword(context, { password, oldPassword }) {
    const { db, session, clock } = context;
    const phone = await phoneOf(context);
    const passwordHash = await hashPayPassword(context, password);
    const known = await findPayPassword(db.read, session.scope);
    // who says it again, because no answer came, is not one who guesses
    if (known) await provePayPassword(context, oldPassword ?? password);
    await db.transaction((tx) =>
      writePayPassword(tx, session.scope, { passwordHash, phone, now: clock.now() }),
    );
    if (!known) await tellOfGuard(context.services, session.playerId, 'password');
  },

  async sendPayPasswordCode(context) {
    const phone = await resetPhoneOf(context);
    const { services, address, session } = context;
    const asker = playerAsker(session);
    await sendCode(services, { phone, purpose: 'payPassword', address, asker, deliver: true, wait: true });
    return { waitSeconds: resendWaitMs / secondMs };
  },

  async resetPayPassword(context, { code, password }) {
    const { services, session, clock } = context;
    const phone = await resetPhoneOf(context);
    const passwordHash = await hashPayPassword(context, password);
    const asker = playerAsker(session);
    const codeId = await checkCode(services, { phone, purpose: 'payPassword', code, asker });
    await context.db.transaction(async (tx) => {
      await spendCode(tx, codeId, clock.now());
      await writePayPassword(tx, session.scope, { passwordHash, phone, now: clock.now() });
    });
  },

  async savePayPasswordLimits(context, { password, freeFen, freeCoins }) {
    await provePayPassword(context, password);
    await context.db.transaction((tx) =>
      changePayPassword(tx, context.session.scope, { freeFen, freeCoins }),
    );
  },

  async removePayPassword(context, { password }) {
    await provePayPassword(context, password);
    await context.db.transaction((tx) => removePayPassword(tx, context.session.scope));
  },

  async confirmPayment(context, { password, wishId }) {
    await provePayPassword(context, password);
    await context.db.transaction((tx) => confirmWish(tx, context.session.scope, wishId, context.clock.now()));
  },
};
