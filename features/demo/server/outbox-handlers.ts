import { missing, unauthorized } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { isFromThisMachine } from '#kit/server/loopback.ts';
import type { outboxContract } from '../contract.ts';

export const outboxHandlers: Handlers<typeof outboxContract> = {
  /** Codes to log in with: for who is logged in already, and for whoever sits at the machine that runs the demo. */
  async outbox({ services, session, request }) {
    const messages = services.demoMessages?.();
    if (!messages) throw missing();
    if (!session && !isFromThisMachine(request)) throw unauthorized();
    return messages.toReversed();
  },
};
