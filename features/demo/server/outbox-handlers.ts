import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { demoContract } from '../contract.ts';

/** Anyone may read it, so it exists only where phones are simulated: with a real provider there is nothing to show. */
export const readOutbox: Handler<typeof demoContract.outbox> = async ({ services }) => {
  const messages = services.demoMessages?.();
  if (!messages) throw missing();
  return messages.toReversed();
};
