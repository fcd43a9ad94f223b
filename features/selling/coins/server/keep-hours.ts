import { sql } from 'drizzle-orm';
import type { CounterIncrement } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, hourMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';

/** What the machine took in an hour, of one machine at one site. */
export interface HourGain {
  tenantId: string;
  deviceId: string;
  siteId: string;
  code: string;
  type: DeviceType;
  hourAt: Date;
  coins: number;
  notes: number;
  notesFen: number;
  cashFen: number;
}

const fenPerYuan = 100;
/** How each counter of a machine adds to what it took. */
const takes: Record<string, (gain: HourGain, amount: number) => void> = {
  cashCoins: (gain, amount) => {
    gain.coins += amount;
  },
  notes: (gain, amount) => {
    gain.notes += amount;
  },
  notesYuan: (gain, amount) => {
    gain.notesFen += amount * fenPerYuan;
  },
  cashFen: (gain, amount) => {
    gain.cashFen += amount;
  },
};

/** Increments of cash, added up by machine, site and hour. */
export function gainsOf(increments: readonly CounterIncrement[]): HourGain[] {
  const gains = new Map<string, HourGain>();
  for (const { tenantId, deviceId, siteId, code, type, counter, amount, at } of increments) {
    const add = Object.hasOwn(takes, counter) ? takes[counter] : undefined;
    if (!add) continue;
    const hourAt = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
    const key = `${deviceId} ${siteId} ${hourAt.getTime()}`;
    let gain = gains.get(key);
    if (!gain) {
      gain = { tenantId, deviceId, siteId, code, type, hourAt, coins: 0, notes: 0, notesFen: 0, cashFen: 0 };
      gains.set(key, gain);
    }
    add(gain, amount);
  }
  return [...gains.values()];
}

const given = (list: readonly HourGain[]) => sql`jsonb_to_recordset(${JSON.stringify(
  list.map((gain) => ({ ...gain, hourAt: gain.hourAt.toISOString() })),
)}::jsonb) as n ("tenantId" text, "deviceId" uuid, "siteId" uuid, code text, type text, "hourAt" timestamptz,
  coins bigint, notes bigint, "notesFen" bigint, "cashFen" bigint)`;

/** Nearly always the hour has begun. Answers those whose hour has not. */
export async function addToHours(tx: Tx, list: readonly HourGain[]): Promise<HourGain[]> {
  const added = (await tx.execute(sql`
    update cash_gain g set coins = g.coins + n.coins, notes = g.notes + n.notes,
      notes_fen = g.notes_fen + n."notesFen", cash_fen = g.cash_fen + n."cashFen"
    from ${given(list)}
    where g.tenant_id = n."tenantId" and g.device_id = n."deviceId" and g.site_id = n."siteId"
      and g.hour_at = n."hourAt" and g.hidden_at is null
    returning g.device_id as device, g.site_id as site, g.hour_at as hour`)) as unknown as {
    device: string;
    site: string;
    hour: string | Date;
  }[];
  const known = new Set(
    added.map(({ device, site, hour }) => `${device} ${site} ${new Date(hour).getTime()}`),
  );
  return list.filter(
    ({ deviceId, siteId, hourAt }) => !known.has(`${deviceId} ${siteId} ${hourAt.getTime()}`),
  );
}

/** The devices are locked by the link, so only somebody who brings a hidden line back can begin the same hour. */
export async function beginHours(
  tx: Tx,
  list: readonly (HourGain & { coinsPerYuan: number | null })[],
): Promise<void> {
  if (list.length === 0) return;
  const made = list.map((gain) => ({
    ...gain,
    id: newId(gain.hourAt.getTime()),
    hourAt: gain.hourAt.toISOString(),
    day: businessDay(gain.hourAt),
  }));
  await tx.execute(sql`
    insert into cash_gain (tenant_id, id, device_id, site_id, code, type, hour_at, day, coins, coins_per_yuan, notes,
      notes_fen, cash_fen)
    select n."tenantId", n.id, n."deviceId", n."siteId", n.code, n.type, n."hourAt", n.day, n.coins,
      n."coinsPerYuan", n.notes, n."notesFen", n."cashFen"
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as n ("tenantId" text, id uuid, "deviceId" uuid,
      "siteId" uuid, code text, type text, "hourAt" timestamptz, day date, coins bigint, "coinsPerYuan" integer,
      notes bigint, "notesFen" bigint, "cashFen" bigint)
    on conflict (tenant_id, device_id, site_id, hour_at) where hidden_at is null do update set
      coins = cash_gain.coins + excluded.coins, notes = cash_gain.notes + excluded.notes,
      notes_fen = cash_gain.notes_fen + excluded.notes_fen, cash_fen = cash_gain.cash_fen + excluded.cash_fen`);
}
