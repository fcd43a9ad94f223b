import { and, desc, eq, lte, max } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import type { walletContract } from '../contract.ts';
import { withdrawalPolicy } from '../tables.ts';

export type Policy = typeof withdrawalPolicy.$inferSelect;

/** The rules that hold now. */
export async function readPolicy(reader: Reader, now: Date): Promise<Policy> {
  const [found] = await reader
    .select()
    .from(withdrawalPolicy)
    .where(and(eq(withdrawalPolicy.state, 'agreed'), lte(withdrawalPolicy.effectiveFrom, now)))
    .orderBy(desc(withdrawalPolicy.effectiveFrom), desc(withdrawalPolicy.id))
    .limit(1);
  return found as Policy;
}

/** Versions that were agreed to, the latest first, whether their day has come or not. */
export const agreedPolicies = (reader: Reader): Promise<Policy[]> =>
  reader
    .select()
    .from(withdrawalPolicy)
    .where(eq(withdrawalPolicy.state, 'agreed'))
    .orderBy(desc(withdrawalPolicy.id));

/** One change at a time waits for a second person. */
export async function findWaitingPolicy(reader: Reader): Promise<Policy | undefined> {
  const [found] = await reader.select().from(withdrawalPolicy).where(eq(withdrawalPolicy.state, 'waiting'));
  return found;
}

export function pagePolicies(reader: Reader, input: ParsedInputOf<typeof walletContract.listPolicies>) {
  return pageRows(reader, input, {
    from: () => reader.select().from(withdrawalPolicy),
    filters: { state: equals(withdrawalPolicy.state) },
    sort: { version: withdrawalPolicy.id },
    usual: { by: 'version', order: 'desc' },
    tie: withdrawalPolicy.id,
  });
}

export async function insertPolicy(
  tx: Tx,
  values: Omit<typeof withdrawalPolicy.$inferInsert, 'id'>,
): Promise<Policy> {
  const [last] = await tx.select({ id: max(withdrawalPolicy.id) }).from(withdrawalPolicy);
  const [row] = await tx
    .insert(withdrawalPolicy)
    .values({ ...values, id: (last?.id ?? 0) + 1 })
    .returning();
  return row as Policy;
}

export async function lockPolicy(tx: Tx, version: number): Promise<Policy | undefined> {
  const [found] = await findPlain(tx, withdrawalPolicy, { id: version }, 'update');
  return found;
}

export async function changePolicy(tx: Tx, version: number, set: Partial<Policy>): Promise<void> {
  await tx.update(withdrawalPolicy).set(set).where(eq(withdrawalPolicy.id, version));
}
