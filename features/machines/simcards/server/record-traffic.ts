import { sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { cardChanged } from '../contract.ts';
import { trafficStateOf } from '../rules/card-rules.ts';

export interface ReportedTraffic {
  deviceId: string;
  /** since the month began */
  usedBytes: number;
  /** YYYY-MM */
  month: string;
}

const monthPattern = /^\d{4}-(0[1-9]|1[0-2])$/;

/**
 * Traffic as a device reports it. Within a month it only grows: late and repeated reports change nothing. A device
 * without a card of ours, or a report that is no number, is left alone.
 */
export async function recordTraffic(tx: Tx, tenantId: string, report: ReportedTraffic): Promise<void> {
  const { deviceId, usedBytes, month } = report;
  if (!Number.isSafeInteger(usedBytes) || usedBytes < 0 || !monthPattern.test(month)) return;
  const [card] = (await tx.execute(sql`
    select c.id, c.traffic_limit_bytes as "limitBytes", coalesce(t.used_bytes, 0) as "usedBytes"
    from sim_card c
    left join sim_card_traffic t on t.tenant_id = c.tenant_id and t.card_id = c.id and t.month = ${month}
    where c.tenant_id = ${tenantId} and c.device_id = ${deviceId} and c.removed_at is null
    for update of c`)) as unknown as { id: string; limitBytes: string | null; usedBytes: string }[];
  const before = Number(card?.usedBytes);
  if (!card || usedBytes <= before) return;
  await tx.execute(sql`
    insert into sim_card_traffic (tenant_id, card_id, month, used_bytes)
    values (${tenantId}, ${card.id}, ${month}, ${usedBytes})
    on conflict (tenant_id, card_id, month)
      do update set used_bytes = greatest(sim_card_traffic.used_bytes, excluded.used_bytes)`);
  const limitBytes = card.limitBytes === null ? null : Number(card.limitBytes);
  // Every report of every device would keep all open pages busy; a card that gets scarce is news.
  if (trafficStateOf(before, limitBytes) !== trafficStateOf(usedBytes, limitBytes))
    await emit(tx, tenantTopic(tenantId), cardChanged, { id: card.id });
}
