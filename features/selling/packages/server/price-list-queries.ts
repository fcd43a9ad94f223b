import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { machineView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { priceListCalls } from '../contract/price-lists.ts';
import type { PriceList } from '../rules/price-list.ts';
import { priceLists } from '../tables.ts';

export const pagePriceLists = listing(priceListCalls.listPriceLists, (reader, scope, input) => {
  const { device, site, names, standing, ofSite } = machineView(scope);
  const list = rows(scope, priceLists);
  const { state, askedAt, sentAt, answeredAt } = list;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...names,
          type: standing.type,
          list: list.list,
          state: sql<Exclude<typeof input.state, undefined>>`coalesce(${state}, 'never')`,
          ...pick(list, 'reason', 'askedAt', 'askedByName', 'sentAt', 'answeredAt'),
        })
        .from(device)
        .leftJoin(site, ofSite)
        .leftJoin(list, and(eq(list.tenantId, device.tenantId), eq(list.deviceId, device.id))),
    where: and(isNull(device.unboundAt), device.controlled),
    filters: {
      fieldId: equals(device.siteId),
      state: (wanted) => (wanted === 'never' ? isNull(state) : eq(state, wanted)),
      keyword: search(sql`${device.number}::text`, device.code, device.name),
    },
    sort: { askedAt, sentAt, answeredAt },
    // who was asked last stands first: a person who has just sent something looks for those
    usual: [sql`${askedAt} desc nulls last`, asc(site.name), asc(device.number)],
    tie: device.id,
  });
});

/** What a machine shall be sent: now, or with `list` null as soon as it is back. */
export interface WantedList {
  tenantId: string;
  deviceId: string;
  siteId: string;
  list: PriceList | null;
}

/** Gives each its next version. Rows are written in the order of their ids: two price lists sent at the same time wait for each other, without a deadlock. */
export async function writeWanted(
  tx: Tx,
  wanted: readonly WantedList[],
  { byName, askedAt, now }: { byName: string; askedAt: Date; now: Date },
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const json = JSON.stringify(
    wanted.map(({ tenantId, deviceId, siteId, list }) => ({
      tenant_id: tenantId,
      device_id: deviceId,
      site_id: siteId,
      list,
    })),
  );
  const at = now.toISOString();
  const written = await tx.execute<{ device_id: string; version: string }>(sql`
    insert into price_list (tenant_id, device_id, site_id, version, state, list, asked_at, asked_by_name, sent_at)
    select w.tenant_id, w.device_id, w.site_id, ${now.getTime()}::bigint,
      case when w.list is null then 'waiting' else 'sent' end, w.list, ${askedAt.toISOString()}::timestamptz, ${byName},
      case when w.list is null then null else ${at}::timestamptz end
    from jsonb_to_recordset(${json}::jsonb) as w(tenant_id text, device_id uuid, site_id uuid, list jsonb)
    order by w.device_id
    on conflict (tenant_id, device_id) do update set
      site_id = excluded.site_id, version = greatest(excluded.version, price_list.version + 1), state = excluded.state,
      reason = null, list = excluded.list, asked_at = excluded.asked_at, asked_by_name = excluded.asked_by_name,
      sent_at = excluded.sent_at, answered_at = null
    returning device_id, version`);
  return new Map(written.map(({ device_id, version }) => [device_id, Number(version)]));
}
