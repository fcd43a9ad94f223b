import { eq, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { deviceEvents } from '../tables.ts';

interface Machine {
  tenantId: string;
  deviceId: string;
}

/** A prize, or staff let the machine begin its round again. */
const beginsAnew: SQL = sql`(kind = 'win' or (kind = 'command' and data ->> 'command' = 'resetRate'
  and data ->> 'state' = 'done'))`;

/**
 * Plays since the last prize, as the machine told them one by one. Null where nobody can tell: no prize is on record yet,
 * or the machine had to drop lines of its log since.
 */
export async function playsSincePrize(
  reader: Reader,
  { tenantId, deviceId }: Machine,
): Promise<number | null> {
  const [found] = await reader.execute<{ plays: number; lost: boolean }>(sql`
    select count(*) filter (where kind = 'play')::int as plays, coalesce(bool_or(kind = 'dropped'), false) as lost
    from device_event e, (
      select at from device_event where tenant_id = ${tenantId} and device_id = ${deviceId} and ${beginsAnew}
      order by at desc limit 1
    ) last
    where e.tenant_id = ${tenantId} and e.device_id = ${deviceId} and e.at > last.at
    having exists (
      select from device_event where tenant_id = ${tenantId} and device_id = ${deviceId} and ${beginsAnew})`);
  return !found || found.lost ? null : found.plays;
}

/** Prizes as machines told of them, each with its moment, to join. */
export function winView(scope: Scope) {
  const event = rows(scope, deviceEvents);
  return new QueryBuilder()
    .select({
      id: sql<string>`${event.id}`.as('win_id'),
      tenantId: sql<string>`${event.tenantId}`.as('win_tenant'),
      deviceId: sql<string>`${event.deviceId}`.as('win_device'),
      at: sql<Date>`${event.at}`.as('win_at'),
      amount: sql<number>`coalesce((${event.data} ->> 'amount')::int, 1)`.as('win_amount'),
    })
    .from(event)
    .where(eq(event.kind, 'win'))
    .as('win');
}

/** Prizes that a machine told of in a time, or that belong to these commands. */
export async function countPrizes(
  reader: Reader,
  { tenantId, deviceId }: Machine,
  { from, to, commandIds }: { from: Date; to: Date; commandIds?: readonly string[] | undefined },
): Promise<number> {
  const ofCommands = commandIds
    ? sql`and data ->> 'commandId' = any(${`{${commandIds.join(',')}}`}::text[])`
    : sql``;
  const [found] = await reader.execute<{ prizes: number }>(sql`
    select coalesce(sum(coalesce((data ->> 'amount')::int, 1)), 0)::int as prizes from device_event
    where tenant_id = ${tenantId} and device_id = ${deviceId} and kind = 'win'
      and at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz ${ofCommands}`);
  return found?.prizes ?? 0;
}

/**
 * Plays and prizes of each lane, as the machine told them one by one. `lost`: it had to drop lines of its log meanwhile, so
 * there were more.
 */
export async function countLanePlays(
  reader: Reader,
  { tenantId, deviceId }: Machine,
  { from, to }: { from: Date; to: Date },
): Promise<{ lanes: { lane: number; plays: number; wins: number }[]; lost: boolean }> {
  const found = await reader.execute<{ lane: number | null; plays: number; wins: number }>(sql`
    select (data ->> 'lane')::int as lane, count(*) filter (where kind = 'play')::int as plays,
      coalesce(sum(coalesce((data ->> 'amount')::int, 1)) filter (where kind = 'win'), 0)::int as wins
    from device_event
    where tenant_id = ${tenantId} and device_id = ${deviceId} and kind in ('play', 'win', 'dropped')
      and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz
      and (kind = 'dropped' or jsonb_typeof(data -> 'lane') = 'number')
    group by 1 order by 1`);
  const rows = [...found];
  return {
    lanes: rows.flatMap(({ lane, plays, wins }) => (lane === null ? [] : [{ lane, plays, wins }])),
    lost: rows.some(({ lane }) => lane === null),
  };
}
