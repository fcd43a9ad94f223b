import type { Reader } from '#kit/server/database.ts';
import { withdrawalPolicy } from '../tables.ts';

export type Policy = typeof withdrawalPolicy.$inferSelect;

export async function readPolicy(reader: Reader): Promise<Policy> {
  const [found] = await reader.select().from(withdrawalPolicy);
  return found as Policy;
}
