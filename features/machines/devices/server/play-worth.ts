import { sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';

/** Fen for a hundred plays on the dearest machine; nothing where none has a price. */
export async function playWorth(reader: Reader, tenantId: string): Promise<number | null> {
  const [found] = await reader.execute<{ fen: string | null }>(sql`
    select max(price_fen) * 100 as fen from device
    where tenant_id = ${tenantId} and unbound_at is null`);
  return found?.fen ? Number(found.fen) : null;
}
