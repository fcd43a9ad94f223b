import type { Handlers } from '#kit/server/context.ts';
import type { accountsContract } from '../contract/accounts.ts';
import { readAccounts } from './read-accounts.ts';

export const accountHandlers: Handlers<typeof accountsContract> = {
  readAccounts: ({ db, session, clock }, input) =>
    readAccounts(db.read, session.scope, { ...input, tenantId: session.tenantId, now: clock.now() }),
};
