import {
  type Attempt,
  admitAttempt,
  checkCode,
  forgiveAttempt,
  resendWaitMs,
  sendCode,
  spendCode,
} from '#features/accounts/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { playersContract } from '../contract.ts';
import { hiddenPhone } from '../rules/hidden-phone.ts';
import { loginOf } from './login-handlers.ts';
import { provePhone } from './phone-proofs.ts';
import { rememberPlayer } from './player-queries.ts';

/** Whoever holds a phone may play: every number gets its code, so nothing tells which ones are players' already. */
export const sendLoginCode: Handler<typeof playersContract.sendLoginCode> = async (context, { phone }) => {
  await sendCode(context.services, {
    phone,
    purpose: 'player',
    address: context.address,
    deliver: true,
    wait: true,
  });
  return { waitSeconds: resendWaitMs / secondMs };
};

/**
 * A player of its own beside those the platforms know by the same number: numbers get new owners, so money that belongs
 * to somebody at WeChat is not opened by a code alone.
 */
export const logInByPhone: Handler<typeof playersContract.logInByPhone> = async (context, input) => {
  const { services, address } = context;
  const { phone, code, captchaKey, captchaCode } = input;
  const attempt: Attempt = {
    // not the count of a member of staff with the same phone
    subject: { kind: 'name', value: `player ${phone}` },
    address,
    captcha: captchaKey && captchaCode ? { key: captchaKey, code: captchaCode } : undefined,
  };
  await admitAttempt(services, attempt);
  const codeId = await checkCode(services, { phone, purpose: 'player', code });
  const player = await context.db.transaction(async (tx) => {
    await spendCode(tx, codeId, context.clock.now());
    await forgiveAttempt(tx, services.secrets, attempt);
    const identity = { platform: 'phone', appId: 'phone', openId: phone, phone } as const;
    const known = await rememberPlayer(tx, identity, hiddenPhone(phone));
    await provePhone(tx, services, { playerId: known.id, phone, now: context.clock.now() });
    return known;
  });
  return loginOf(services, player);
};
