import { missing, unauthorized } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { isFromThisMachine } from '#kit/server/loopback.ts';
import type { outboxContract } from '../contract.ts';

export const outboxHandlers: Handlers<typeof outboxContract> = {
  /** Codes to log in with: for who is logged in already, and for the person at the computer that runs the demo. */
  async outbox({ services, session, request }) {
    const texts = services.demoMessages?.();
    const wechat = services.demoPay.wechatLogin?.control.sent();
    if (!texts && !wechat) throw missing();
    if (!session && !isFromThisMachine(request)) throw unauthorized();
    const messages = [
      ...(texts ?? []).map((message) => ({ way: 'sms' as const, ...message })),
      ...(wechat ?? []).map((message) => ({ way: 'wechat' as const, ...message })),
    ];
    // of the same moment, what came in later stands first
    return messages.toReversed().sort((a, b) => b.sentAt.localeCompare(a.sentAt));
  },
};
