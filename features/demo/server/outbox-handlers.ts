import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { demoContract } from '../contract.ts';

export const outboxHandlers: Handlers<typeof demoContract> = {
  /** Anyone may read it, so it exists only where phones are simulated: with a real provider there is nothing to show. */
  async outbox({ services }) {
    const messages = services.demoMessages?.();
    if (!messages) throw missing();
    return messages.toReversed();
  },
};
