import { eq, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { hourOf } from '../../rules/use-rules.ts';
import { deviceStates } from '../../tables.ts';
import type { CounterIncrement, DeviceRef } from '../device-facts.ts';
import type { LinkState, LogRow } from './link-state.ts';
import { unnestRows } from './unnest.ts';

interface StateRow extends Record<string, unknown> {
  device_id: string;
  online: boolean;
  session: string | null;
  changed_at: string | null;
  last_seen_at: string | null;
  signal_kind: string | null;
  signal_dbm: number | null;
  model: string | null;
  hardware: string | null;
  firmware: string | null;
  app: string | null;
  boot: string | null;
  settings_version: string;
  settings_hash: string | null;
  content_version: string;
  busy: boolean;
  free_bytes: string | null;
  faults: string[];
  epoch: string;
  seq: string;
  new_owner: boolean;
  telemetry_at: string | null;
  counters: Record<string, number>;
}

const dateOf = (value: string | null) => (value === null ? null : new Date(value));
const numberOf = (value: string | null) => (value === null ? null : Number(value));

/**
 * Locks the states of devices, always in the order of their ids, so that processes that share the work never wait for
 * each other in a circle.
 */
export async function lockStates(tx: Tx, devices: readonly DeviceRef[]): Promise<Map<string, LinkState>> {
  const asked = unnestRows(devices, [
    ['text', ({ tenantId }) => tenantId],
    ['uuid', ({ deviceId }) => deviceId],
  ]);
  const found = await tx.execute<StateRow>(sql`
    select s.device_id, s.online, s.session, s.changed_at, s.last_seen_at, s.signal_kind, s.signal_dbm, s.model,
      s.hardware, s.firmware, s.app, s.boot, s.settings_version, s.settings_hash, s.content_version, s.busy, s.free_bytes, s.faults,
      s.epoch, s.seq, s.new_owner, s.telemetry_at, s.counters
    from ${asked} as asked (tenant_id, device_id)
    join device_state s on s.tenant_id = asked.tenant_id and s.device_id = asked.device_id
    order by s.tenant_id, s.device_id
    for update of s`);
  const refOfId = new Map(devices.map((device) => [device.deviceId, device]));
  return new Map([...found].map((row) => [row.device_id, stateOf(row, refOfId.get(row.device_id)!)]));
}

function stateOf(row: StateRow, device: DeviceRef): LinkState {
  return {
    device,
    online: row.online,
    session: row.session,
    changedAt: dateOf(row.changed_at),
    lastSeenAt: dateOf(row.last_seen_at),
    signalKind: row.signal_kind,
    signalDbm: row.signal_dbm,
    ...pick(row, 'model', 'hardware', 'firmware', 'app'),
    boot: numberOf(row.boot),
    settingsVersion: Number(row.settings_version),
    settingsHash: row.settings_hash,
    contentVersion: Number(row.content_version),
    busy: row.busy,
    freeBytes: numberOf(row.free_bytes),
    faults: row.faults,
    epoch: Number(row.epoch),
    seq: Number(row.seq),
    newOwner: row.new_owner,
    telemetryAt: dateOf(row.telemetry_at),
    counters: row.counters,
    hoppers: undefined,
    lanes: undefined,
    changed: { link: false, telemetry: false, faults: false, news: false },
  };
}

/** What a welcome says of the telemetry stored so far: to a new owner's machine nothing, so that it counts again. */
export const countingOf = ({ epoch, seq, newOwner }: Pick<LinkState, 'epoch' | 'seq' | 'newOwner'>) =>
  newOwner ? { epoch: 0, seq: 0 } : { epoch, seq };

export async function readCounting(
  reader: Reader,
  { tenantId, deviceId }: DeviceRef,
): Promise<{ epoch: number; seq: number }> {
  const state = rows(tenantScope(tenantId), deviceStates);
  const [found] = await reader
    .select({ epoch: state.epoch, seq: state.seq, newOwner: state.newOwner })
    .from(state)
    .where(eq(state.deviceId, deviceId));
  return countingOf(found ?? { epoch: 0, seq: 0, newOwner: true });
}

const key = [
  ['text', ({ device }: LinkState) => device.tenantId],
  ['uuid', ({ device }: LinkState) => device.deviceId],
] as const;

/** What the connection tells: hello, heartbeat, leave, answers about settings and content. */
export async function updateLink(tx: Tx, list: readonly LinkState[]): Promise<void> {
  if (list.length === 0) return;
  const given = unnestRows(list, [
    ...key,
    ['boolean', (state) => state.online],
    ['text', (state) => state.session],
    ['timestamptz', (state) => state.changedAt],
    ['text', (state) => state.signalKind],
    ['integer', (state) => state.signalDbm],
    ['text', (state) => state.model],
    ['text', (state) => state.hardware],
    ['text', (state) => state.firmware],
    ['text', (state) => state.app],
    ['bigint', (state) => state.boot],
    ['bigint', (state) => state.settingsVersion],
    ['text', (state) => state.settingsHash],
    ['bigint', (state) => state.contentVersion],
    ['boolean', (state) => state.busy],
    ['bigint', (state) => state.freeBytes],
  ]);
  await tx.execute(sql`
    update device_state s set online = n.online, session = n.session, changed_at = n.changed_at,
      signal_kind = n.signal_kind, signal_dbm = n.signal_dbm, model = n.model, hardware = n.hardware,
      firmware = n.firmware, app = n.app, boot = n.boot, settings_version = n.settings_version, settings_hash = n.settings_hash,
      content_version = n.content_version, busy = n.busy, free_bytes = n.free_bytes
    from ${given} as n (tenant_id, device_id, online, session, changed_at, signal_kind, signal_dbm, model, hardware,
      firmware, app, boot, settings_version, settings_hash, content_version, busy, free_bytes)
    where s.tenant_id = n.tenant_id and s.device_id = n.device_id`);
}

/** Every device that spoke was seen; what telemetry changed comes along, and the bulky columns only when they did. */
export async function updateTelemetry(tx: Tx, list: readonly LinkState[], seenAt: Date): Promise<void> {
  if (list.length === 0) return;
  const given = unnestRows(list, [
    ...key,
    ['bigint', (state) => state.epoch],
    ['bigint', (state) => state.seq],
    ['boolean', (state) => state.newOwner],
    ['timestamptz', (state) => state.telemetryAt],
    ['bigint', (state) => state.freeBytes],
    ['jsonb', ({ counters, changed }) => (changed.telemetry ? JSON.stringify(counters) : null)],
    ['jsonb', ({ faults, changed }) => (changed.faults ? JSON.stringify(faults) : null)],
    ['jsonb', ({ hoppers }) => hoppers && JSON.stringify(hoppers)],
    ['jsonb', ({ lanes }) => lanes && JSON.stringify(lanes)],
  ]);
  await tx.execute(sql`
    update device_state s set last_seen_at = greatest(s.last_seen_at, ${seenAt.toISOString()}::timestamptz),
      epoch = n.epoch, seq = n.seq, new_owner = n.new_owner, telemetry_at = n.telemetry_at, free_bytes = n.free_bytes,
      counters = coalesce(n.counters, s.counters), faults = coalesce(n.faults, s.faults),
      hoppers = coalesce(n.hoppers, s.hoppers), lanes = coalesce(n.lanes, s.lanes)
    from ${given} as n (tenant_id, device_id, epoch, seq, new_owner, telemetry_at, free_bytes, counters, faults,
      hoppers, lanes)
    where s.tenant_id = n.tenant_id and s.device_id = n.device_id`);
}

export async function insertLog(tx: Tx, log: readonly LogRow[], receivedAt: Date): Promise<void> {
  if (log.length === 0) return;
  const receivedMs = receivedAt.getTime();
  const given = unnestRows(log, [
    ['text', ({ device }) => device.tenantId],
    ['uuid', () => newId(receivedMs)],
    ['uuid', ({ device }) => device.deviceId],
    ['timestamptz', ({ at }) => at],
    ['text', ({ kind }) => kind],
    ['jsonb', ({ data }) => JSON.stringify(data)],
  ]);
  await tx.execute(sql`
    insert into device_event (tenant_id, id, device_id, at, received_at, kind, data)
    select n.tenant_id, n.id, n.device_id, n.at, ${receivedAt.toISOString()}::timestamptz, n.kind, n.data
    from ${given} as n (tenant_id, id, device_id, at, kind, data)`);
}

/** The devices are locked, so nobody else adds to their days at the same time. */
export async function addToDays(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  if (increments.length === 0) return;
  // days of sites begin on the hour: what is in one hour is in one day
  const sums = new Map<string, { increment: CounterIncrement; hourAt: Date; amount: number }>();
  for (const increment of increments) {
    const hourAt = hourOf(increment.at);
    const name = `${increment.deviceId} ${hourAt.getTime()} ${increment.counter}`;
    const sum = sums.get(name);
    if (sum) sum.amount += increment.amount;
    else sums.set(name, { increment, hourAt, amount: increment.amount });
  }
  const given = unnestRows(
    [...sums.values()],
    [
      ['text', ({ increment }) => increment.tenantId],
      ['uuid', ({ increment }) => increment.deviceId],
      ['uuid', ({ increment }) => increment.siteId],
      ['timestamptz', ({ hourAt }) => hourAt],
      ['text', ({ increment }) => increment.counter],
      ['bigint', ({ amount }) => amount],
    ],
  );
  // Nearly always the day has begun: to add to it first is cheaper than an insert that finds the row there.
  await tx.execute(sql`
    with n as (
      select g.tenant_id, g.device_id, g.site_id, figure_day_of(g.hour_at, s.time_zone, s.day_start) as day, g.counter,
        sum(g.amount)::bigint as amount
      from ${given} as g (tenant_id, device_id, site_id, hour_at, counter, amount)
      left join figure_site s on s.tenant_id = g.tenant_id and s.site_id = g.site_id
      group by 1, 2, 3, 4, 5),
    added as (
      update device_day d set amount = d.amount + n.amount from n
      where d.tenant_id = n.tenant_id and d.device_id = n.device_id and d.day = n.day and d.counter = n.counter
        and d.site_id = n.site_id
      returning d.device_id, d.day, d.counter)
    insert into device_day (tenant_id, device_id, site_id, day, counter, amount)
    select n.tenant_id, n.device_id, n.site_id, n.day, n.counter, n.amount
    from n left join added using (device_id, day, counter) where added.device_id is null`);
}
