import { sql } from 'drizzle-orm';
import { limits } from '#kit/protocol/limits.ts';
import { emitAll } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { deviceChanged, deviceLogged } from '../../contract/events.ts';
import type { DeviceRef } from '../device-facts.ts';
import { eventsBySite } from '../device-log.ts';
import { noFacts } from './link-state.ts';
import { insertLog, lockStates, updateLink } from './state-queries.ts';
import { tellListeners } from './store-batch.ts';
import { goAway } from './take-presence.ts';

const perTurn = 2000;

/** Devices that count as online and have missed three heartbeats are not. */
export async function sweepSilence(services: Services): Promise<void> {
  const at = services.clock.now();
  const before = new Date(at.getTime() - limits.silentAfterMs);
  const found = await selectSilent(services, before);
  if (found.length === 0) return;
  try {
    await markSilent(services, found, at, before);
  } catch {
    // a listener that refuses one device must not keep the others online
    for (const device of found)
      await markSilent(services, [device], at, before).catch((error: unknown) =>
        services.log.error({ err: error, code: device.code }, 'silent device'),
      );
  }
}

async function selectSilent(services: Services, before: Date): Promise<DeviceRef[]> {
  const list = await services.db.read.execute<DeviceRef & Record<string, unknown>>(sql`
    select s.tenant_id as "tenantId", s.device_id as "deviceId", d.site_id as "siteId", d.code, d.type
    from device_state s join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
    where s.online and s.last_seen_at < ${before.toISOString()}::timestamptz and d.unbound_at is null
    limit ${perTurn}`);
  return [...list];
}

async function markSilent(
  services: Services,
  devices: readonly DeviceRef[],
  at: Date,
  before: Date,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const states = await lockStates(tx, devices);
    const facts = noFacts();
    const silent = [...states.values()].filter(
      // it may have spoken, or another process may have been quicker
      ({ online, lastSeenAt }) => online && lastSeenAt !== null && lastSeenAt < before,
    );
    for (const state of silent) goAway(state, at, 'silent', facts);
    await updateLink(tx, silent);
    await insertLog(tx, facts.log, at);
    await tellListeners(tx, services, facts);
    await emitAll(tx, [
      ...eventsBySite(deviceChanged, facts.presence),
      ...eventsBySite(deviceLogged, facts.presence),
    ]);
  });
}
