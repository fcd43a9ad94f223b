import type { Tx } from '#kit/server/database.ts';
import { insertIssue } from './issue-queries.ts';

export { cashView } from './cash-queries.ts';
export { maySeeIncome } from './day-income.ts';
export { depositorDays, depositorView } from './deposit-queries.ts';

/** Coins that staff added to a machine from afar, in the record of all coins; it ends with the command of the credit. */
export async function recordCredit(
  tx: Tx,
  tenantId: string,
  credit: {
    id: string;
    createdAt: Date;
    siteId: string;
    deviceId: string;
    code: string;
    coins: number;
    remark: string;
    userId: string;
    userName: string;
    day: string;
    commandId: string;
  },
): Promise<void> {
  await insertIssue(tx, tenantId, { ...credit, way: 'credit', state: 'pending', requestId: credit.id });
}
