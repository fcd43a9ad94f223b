import { sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';

/** Fen for a hundred coins by the dearest offer that is on sale; nothing where coins are not sold. */
export async function coinWorth(reader: Reader, tenantId: string): Promise<number | null> {
  const [found] = await reader.execute<{ fen: string | null }>(sql`
    select max(ceil(price_fen * 100.0 / (coins + bonus_coins))) as fen from price_package
    where tenant_id = ${tenantId} and removed_at is null and active and coins > 0 and points = 0`);
  return found?.fen ? Number(found.fen) : null;
}
