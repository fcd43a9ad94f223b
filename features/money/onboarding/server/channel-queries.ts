import { sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import type { CollectingChannel } from '../contract/shared.ts';
import { collectingChannels } from '../tables.ts';

export interface Collecting {
  channel: CollectingChannel;
  wechatSubMerchant: string | null;
  alipaySubMerchant: string | null;
}

export async function findCollecting(reader: Reader, tenantId: string): Promise<Collecting | undefined> {
  const channel = rows(tenantScope(tenantId), collectingChannels);
  const [found] = await reader.select().from(channel);
  return found;
}

/** With which of its numbers the merchant can collect: the operator has to be over them at the platform, too. */
export const usableNumbers = ({ channels }: Services, known: Collecting | undefined) => ({
  wechat: channels.wechat?.partnerId ? (known?.wechatSubMerchant ?? null) : null,
  alipay: channels.alipay?.partnerId ? (known?.alipaySubMerchant ?? null) : null,
});

/** Numbers that are not told stay as they are. */
export async function saveSubMerchants(
  tx: Tx,
  tenantId: string,
  numbers: { wechat?: string; alipay?: string },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into collecting_channel as known
      (tenant_id, channel, wechat_sub_merchant, alipay_sub_merchant, changed_at)
    values (${tenantId}, 'platform', ${numbers.wechat ?? null}, ${numbers.alipay ?? null}, ${now.toISOString()})
    on conflict (tenant_id) do update set
      wechat_sub_merchant = coalesce(excluded.wechat_sub_merchant, known.wechat_sub_merchant),
      alipay_sub_merchant = coalesce(excluded.alipay_sub_merchant, known.alipay_sub_merchant),
      changed_at = excluded.changed_at`);
}

/** Answers what it was before; null when it already is so. */
export async function saveChannel(
  tx: Tx,
  tenantId: string,
  channel: CollectingChannel,
  now: Date,
): Promise<CollectingChannel | null> {
  await tx.execute(sql`
    insert into collecting_channel (tenant_id, channel, changed_at)
    values (${tenantId}, 'platform', ${now.toISOString()}) on conflict do nothing`);
  const changed = await tx.execute<{ channel: CollectingChannel }>(sql`
    update collecting_channel set channel = ${channel}, changed_at = ${now.toISOString()}
    where tenant_id = ${tenantId} and channel <> ${channel}
    returning case channel when 'own' then 'platform' else 'own' end as channel`);
  return [...changed][0]?.channel ?? null;
}
