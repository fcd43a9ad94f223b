import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ScreenPlayReport } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert, rows } from '#kit/server/tables.ts';
import { judgePlays } from '../rules/play-rules.ts';
import { adPlays, adPlaysAside, adSent } from '../tables.ts';
import { type CountedPlay, type JudgedPlay, playListeners } from './hub.ts';

/**
 * Counts what screens showed, in the transaction that stores the machine's message: a repeat never comes here. The machine's own
 * row is held by then, so nobody else counts for it.
 */
export async function takePlays(
  tx: Tx,
  services: Services,
  reports: readonly ScreenPlayReport[],
): Promise<void> {
  const taken: JudgedPlay[] = [];
  const ofDevices = [...Map.groupBy(reports, ({ deviceId }) => deviceId)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  );
  for (const [, told] of ofDevices) taken.push(...(await takeOfDevice(tx, services, told)));
  if (taken.length === 0) return;
  for (const listener of playListeners(services)) await listener(tx, taken);
}

async function takeOfDevice(
  tx: Tx,
  services: Services,
  told: readonly ScreenPlayReport[],
): Promise<JudgedPlay[]> {
  const { tenantId, deviceId, siteId } = told[0]!;
  const scope = tenantScope(tenantId);
  const now = services.clock.now();
  const items = new Map((await find(tx, scope, adSent, { deviceId })).map((sent) => [sent.itemId, sent]));
  const seconds = await secondsShown(tx, tenantId, deviceId, told);
  const judged = judgePlays(
    told.map(({ item, hourAt, thousandths }) => ({ itemId: item, hourAt, thousandths })),
    { items, secondsBefore: (hourAt) => seconds.get(hourAt.getTime()) ?? 0, now },
  );
  const aside = judged.filter((one) => one.aside !== null);
  if (aside.length > 0)
    await insert(
      tx,
      scope,
      adPlaysAside,
      aside.map(({ play, aside: reason }) => ({
        id: newId(),
        createdAt: now,
        ...{ deviceId, siteId, ...play, reason: reason! },
      })),
    );
  const good = judged.filter((one) => one.aside === null).map(({ play }) => play);
  await addPlays(
    tx,
    good.map((play) => ({ tenantId, deviceId, siteId, ...play })),
  );
  return judged.map(({ play, aside: reason }) => ({ tenantId, deviceId, siteId, ...play, aside: reason }));
}

/** How long the screen was at it in these hours by what is counted already. */
async function secondsShown(
  tx: Tx,
  tenantId: string,
  deviceId: string,
  told: readonly ScreenPlayReport[],
): Promise<Map<number, number>> {
  const scope = tenantScope(tenantId);
  const play = rows(scope, adPlays);
  const sent = rows(scope, adSent);
  const found = await tx
    .select({
      hourAt: play.hourAt,
      seconds: sql<number>`sum(${play.thousandths} * ${sent.seconds}) / 1000.0`.mapWith(Number),
    })
    .from(play)
    .innerJoin(sent, and(eq(sent.deviceId, play.deviceId), eq(sent.itemId, play.itemId)))
    .where(
      and(
        eq(play.deviceId, deviceId),
        inArray(
          play.hourAt,
          told.map(({ hourAt }) => hourAt),
        ),
      ),
    )
    .groupBy(play.hourAt);
  return new Map(found.map(({ hourAt, seconds }) => [hourAt.getTime(), seconds]));
}

export async function addPlays(tx: Tx, plays: readonly CountedPlay[]): Promise<void> {
  if (plays.length === 0) return;
  const json = JSON.stringify(
    plays.map(({ tenantId, deviceId, siteId, itemId, hourAt, thousandths }) => ({
      tenant_id: tenantId,
      device_id: deviceId,
      site_id: siteId,
      item_id: itemId,
      hour_at: hourAt.toISOString(),
      thousandths,
    })),
  );
  await tx.execute(sql`
    insert into ad_play (tenant_id, device_id, site_id, item_id, hour_at, thousandths)
    select tenant_id, device_id, (array_agg(site_id))[1], item_id, hour_at, sum(thousandths)
    from jsonb_to_recordset(${json}::jsonb) as p(tenant_id text, device_id uuid, site_id uuid, item_id uuid,
      hour_at timestamptz, thousandths bigint)
    group by tenant_id, device_id, item_id, hour_at
    order by tenant_id, device_id, hour_at, item_id
    on conflict (tenant_id, device_id, hour_at, item_id)
      do update set thousandths = ad_play.thousandths + excluded.thousandths`);
}
