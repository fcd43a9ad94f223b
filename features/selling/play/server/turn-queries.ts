import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { run } from '#kit/server/row-statements.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, remove, rows } from '#kit/server/tables.ts';
import { absentMs, type Hold, type HoldKind, mostRenewals } from '../rules/turn-rules.ts';
import { machineHolds, machineWaits } from '../tables.ts';

export interface Place {
  tenantId: string;
  deviceId: string;
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** For whom it is kept, and who waits, the first of them next. A player who was not seen for a while is left out. */
export async function readTurns(
  reader: Reader,
  { tenantId, deviceId }: Place,
  now: Date,
): Promise<{ hold: Hold | undefined; waiting: string[] }> {
  const wait = rows(tenantScope(tenantId), machineWaits);
  const [[hold], waiting] = await Promise.all([
    find(reader, tenantScope(tenantId), machineHolds, { deviceId }),
    reader
      .select({ playerId: wait.playerId })
      .from(wait)
      .where(and(eq(wait.deviceId, deviceId), gt(wait.seenAt, before(now, absentMs))))
      .orderBy(asc(wait.place)),
  ]);
  return { hold, waiting: waiting.map(({ playerId }) => playerId) };
}

/**
 * Others who wait, of those who came before this player where the player waits too. The player who has the machine may begin to
 * pay again a few times; after a play it is the next one's turn.
 */
const holdText = `
  with others as (
    select from machine_wait w where w.tenant_id = $1 and w.device_id = $2 and w.player_id <> $3::uuid
      and w.seen_at > $6::timestamptz and not exists (
        select from machine_wait own where own.tenant_id = $1 and own.device_id = $2 and own.player_id = $3::uuid
          and own.place < w.place)
  ), mine as (
    select from machine_hold h where h.tenant_id = $1 and h.device_id = $2 and h.player_id = $3::uuid
      and h.until > $5::timestamptz and h.kind <> 'playing' and h.renewals < ${mostRenewals}
  ), elsewhere as (
    update machine_hold set until = $5::timestamptz where (tenant_id, device_id) in (
      select tenant_id, device_id from machine_hold
      where player_id = $3::uuid and device_id <> $2 and until > $5::timestamptz and kind <> 'playing'
      for update skip locked)
  ), kept as (
  insert into machine_hold (tenant_id, device_id, player_id, kind, until)
  select $1, $2::uuid, $3::uuid, $7, $4::timestamptz where exists (select from mine) or not exists (select from others)
  on conflict (tenant_id, device_id) do update set player_id = excluded.player_id, kind = excluded.kind,
    until = excluded.until,
    renewals = case when machine_hold.player_id = excluded.player_id and machine_hold.until > $5::timestamptz
      and machine_hold.kind <> 'playing' then machine_hold.renewals + 1 else 0 end
  where machine_hold.until <= $5::timestamptz or machine_hold.player_id = excluded.player_id
  returning 1
  ), arrived as (
    delete from machine_wait where tenant_id = $1 and device_id = $2 and player_id = $3::uuid
      and exists (select from kept)
  )
  select 1 from kept`;

/**
 * Keeps the machine for a player, unless it is kept for somebody else or somebody waits: then false. Of many at the same
 * moment one has it. What was kept for the player elsewhere is free again, and who waited for it waits no more.
 */
export async function keepFor(
  tx: Tx,
  { tenantId, deviceId }: Place,
  playerId: string,
  { kind, now, ms }: { kind: HoldKind; now: Date; ms: number },
): Promise<boolean> {
  const [, kept] = await Promise.all([
    // one wish of a player after the other: nobody keeps two machines by asking twice at the same time
    holdName(tx, 'turns at machines', playerId),
    run(tx, holdText, [
      tenantId,
      deviceId,
      playerId,
      after(now, ms).toISOString(),
      now.toISOString(),
      before(now, absentMs).toISOString(),
      kind,
    ]),
  ]);
  return kept.length > 0;
}

/** In the line, at its end; who stands there already stays where they are. Nobody stands in two lines. */
export async function waitFor(
  tx: Tx,
  { tenantId, deviceId }: Place,
  playerId: string,
  now: Date,
): Promise<boolean> {
  const gone = before(now, absentMs);
  await tx.execute(sql`
    delete from machine_wait where player_id = ${playerId} and (
      device_id <> ${deviceId} or tenant_id <> ${tenantId} or seen_at <= ${gone.toISOString()}::timestamptz)`);
  const [row] = await tx.execute<{ fresh: boolean }>(sql`
    insert into machine_wait (tenant_id, device_id, player_id, seen_at)
    values (${tenantId}, ${deviceId}, ${playerId}, ${now.toISOString()}::timestamptz)
    on conflict (tenant_id, device_id, player_id) do update set seen_at = excluded.seen_at
    returning (xmax = 0) as fresh`);
  return row?.fresh ?? false;
}

export const stopWaiting = (tx: Tx, { tenantId, deviceId }: Place, playerId: string): Promise<unknown> =>
  remove(tx, tenantScope(tenantId), machineWaits, { deviceId, playerId });

/** For whom it is kept; nobody changes that until the end of the transaction. */
export async function lockHold(tx: Tx, { tenantId, deviceId }: Place): Promise<Hold | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), machineHolds, { deviceId }, 'update');
  return found;
}

/** What a player still has of a machine ends then; nothing where somebody else has it. */
export async function keepUntil(
  tx: Tx,
  { tenantId, deviceId }: Place,
  playerId: string,
  { kind, now, until }: { kind: HoldKind; now: Date; until: Date },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update machine_hold set kind = ${kind}, until = ${until.toISOString()}::timestamptz
    where tenant_id = ${tenantId} and device_id = ${deviceId} and player_id = ${playerId}
      and until > ${now.toISOString()}::timestamptz
    returning 1`);
  return [...changed].length > 0;
}

/** Machines that somebody waits for: until when they are kept, and whether they could be played. */
export async function awaited(reader: Reader, now: Date) {
  const wait = rows(platformScope, machineWaits);
  const hold = rows(platformScope, machineHolds);
  const state = deviceStateView(platformScope);
  return reader
    .selectDistinct({
      tenantId: wait.tenantId,
      deviceId: wait.deviceId,
      until: hold.until,
      busy: state.busy,
      online: state.online,
    })
    .from(wait)
    .leftJoin(hold, and(eq(hold.tenantId, wait.tenantId), eq(hold.deviceId, wait.deviceId)))
    .innerJoin(state, and(eq(state.tenantId, wait.tenantId), eq(state.deviceId, wait.deviceId)))
    .where(gt(wait.seenAt, before(now, absentMs)));
}

/** The machine that is kept for a player at a site. */
export async function keptAt(
  reader: Reader,
  { playerId, siteId, now }: { playerId: string; siteId: string; now: Date },
) {
  const hold = rows(platformScope, machineHolds);
  const device = deviceView(platformScope);
  const [found] = await reader
    .select({ equipmentNo: device.number, until: hold.until })
    .from(hold)
    .innerJoin(device, and(eq(device.tenantId, hold.tenantId), eq(device.id, hold.deviceId)))
    .where(and(eq(hold.playerId, playerId), eq(device.siteId, siteId), gt(hold.until, now)))
    .limit(1);
  return found;
}
