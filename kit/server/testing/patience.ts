import { sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { patient } from './speed.ts';

/** For `expect.poll` and `vi.waitFor`: asks often, and is patient, because test machines may be slow. */
export const soon = { timeout: patient(50_000), interval: 20 };

/**
 * From here on a transaction fails where somebody holds what it wants, before PostgreSQL looks for a deadlock: the
 * transaction that loses a deadlock is run again, and no test would notice.
 */
export async function waitNoLonger(tx: Tx): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '400ms'`);
}
