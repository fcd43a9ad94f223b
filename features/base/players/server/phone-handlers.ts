import {
  type Attempt,
  admitAttempt,
  checkCode,
  codeOfTicket,
  forgiveAttempt,
  resendWaitMs,
  sendCode,
  spendCode,
} from '#features/base/accounts/server/public.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { playersContract } from '../contract.ts';
import { loginOf } from './login-handlers.ts';
import { provePhone } from './phone-proofs.ts';
import { rememberPlayer } from './player-queries.ts';

/** Everybody with a phone may play: every number gets its code, so nothing tells which ones are players' already. */
export const sendLoginCode: Handler<typeof playersContract.sendLoginCode> = async (context, input) => {
  const { phone, captchaKey, captchaCode } = input;
  const codeTicket = await sendCode(context.services, {
    phone,
    purpose: 'player',
    address: context.address,
    deliver: true,
    wait: true,
    // somebody logged in who proves a number is counted by person
    asker: context.session?.kind === 'player' ? `player ${context.session.playerId}` : undefined,
    captcha: captchaKey && captchaCode ? { key: captchaKey, code: captchaCode } : undefined,
  });
  return { waitSeconds: resendWaitMs / secondMs, codeTicket };
};

/**
 * A separate player beside those the platforms know by the same number: numbers get new owners, so money that belongs
 * to somebody at WeChat is not opened by a code alone.
 */
export const logInByPhone: Handler<typeof playersContract.logInByPhone> = async (context, input) => {
  const { services, address } = context;
  const { phone, code, codeTicket: ticket, captchaKey, captchaCode } = input;
  const attempt: Attempt = {
    // not the count of a member of staff with the same phone, and not that of strangers for who asked for the code
    subject: { kind: 'name', value: `player ${codeOfTicket(services, ticket) ?? phone}` },
    address,
    captcha: captchaKey && captchaCode ? { key: captchaKey, code: captchaCode } : undefined,
  };
  await admitAttempt(services, attempt);
  const codeId = await checkCode(services, { phone, purpose: 'player', code, ticket });
  const player = await context.db.transaction(async (tx) => {
    await spendCode(tx, codeId, context.clock.now());
    await forgiveAttempt(tx, services.secrets, attempt);
    const identity = { platform: 'phone', appId: 'phone', openId: phone, phone } as const;
    const known = await rememberPlayer(tx, identity, maskPhone(phone));
    await provePhone(tx, services, { playerId: known.id, phone, now: context.clock.now() });
    return known;
  });
  return loginOf(services, player);
};
