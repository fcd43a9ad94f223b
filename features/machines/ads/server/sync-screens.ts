import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import {
  type DeviceRef,
  deviceFileUrl,
  deviceStateView,
  deviceView,
  listDevices,
  onDeviceMessage,
  sendToDevice,
} from '#features/machines/devices/server/public.ts';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { sameValue } from '#kit/protocol/types/catalogue.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, siteTopic, told } from '#kit/server/outbox.ts';
import { startPump } from '#kit/server/pump.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insertMany, type RowOf, rows, update } from '#kit/server/tables.ts';
import { screenChanged } from '../contract/shared.ts';
import { adScreens, adSent } from '../tables.ts';
import { adFiles } from './ad-files.ts';
import { contentFor } from './make-content.ts';
import { channel } from './mark-due.ts';

type Screen = RowOf<typeof adScreens>;

/** the longest between two words of a machine that fetches */
const silenceMs = 5 * minuteMs;
/** a large video over a weak line */
const validMs = 6 * hourMs;
/** what could not be fetched is tried again; what does not fit only when it changes */
const retryMs = 10 * minuteMs;
/** so that a thousand machines do not download at once */
const maxMoving = 40;
const atOnce = 100;
const moving = ['sent', 'downloading'] as const;

const tell = (tx: Tx, devices: readonly Pick<DeviceRef, 'tenantId' | 'siteId' | 'deviceId'>[]) =>
  emitAll(
    tx,
    devices.map(({ tenantId, siteId, deviceId }) =>
      told(siteTopic(tenantId, siteId), screenChanged, { id: deviceId }),
    ),
  );

/** Works out what machines are to show of which something changed. True when there may be more. */
async function renew(services: Services): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    const due = await tx.execute<{ tenant_id: string; device_id: string }>(sql`
      select tenant_id, device_id from ad_screen where due
      order by tenant_id, device_id limit ${atOnce} for update skip locked`);
    const now = services.clock.now();
    for (const [tenantId, those] of Map.groupBy(due, ({ tenant_id }) => tenant_id)) {
      const ids = those.map(({ device_id }) => device_id);
      const scope = tenantScope(tenantId);
      const machines = await listDevices(tx, scope, { ids });
      const wanted = await contentFor(services, tx, tenantId, machines, now);
      const before = await find(tx, scope, adScreens, ({ deviceId }) => inArray(deviceId, ids));
      for (const screen of before) {
        const content = wanted.get(screen.deviceId);
        const same = !content || sameValue(screen.content, content);
        const news = same
          ? {}
          : {
              content,
              version: Math.max(now.getTime(), screen.version + 1),
              state: 'waiting' as const,
              percent: 0,
              reason: null,
              stored: [],
              changedAt: now,
            };
        await update(tx, scope, adScreens, { deviceId: screen.deviceId }, { due: false, ...news });
      }
      await tell(tx, machines);
    }
    return due.length === atOnce;
  });
}

/** Silence and what could not be fetched: it is offered again. */
async function offerAgain(services: Services): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction((tx) =>
    update(
      tx,
      platformScope,
      adScreens,
      ({ state, dueAt }) => and(inArray(state, [...moving, 'failed']), lt(dueAt, now)),
      {
        state: 'waiting',
        dueAt: null,
      },
    ),
  );
}

interface Letter {
  code: string;
  message: DownMessage<'content'>;
}

function messageOf(
  services: Services,
  { version, content }: Screen,
  expiresAt: Date,
): DownMessage<'content'> {
  return {
    version,
    expiresAt: expiresAt.toISOString(),
    items: content.items.map(({ id, mediaId, kind, sizeBytes, sha256, seconds, fromDay, toDay, hours }) => ({
      ...{ id, kind, place: 'idle', sizeBytes, sha256, seconds, fromDay, toDay, hours },
      url: deviceFileUrl(services, adFiles, mediaId, expiresAt),
    })),
    utcOffsetMin: content.utcOffsetMin,
    shown: content.shown,
  };
}

/** Sends to machines that are there and wait. */
async function send(services: Services): Promise<void> {
  const now = services.clock.now();
  const letters = await services.db.transaction(async (tx): Promise<Letter[]> => {
    const screen = rows(platformScope, adScreens);
    const device = deviceView(platformScope);
    const state = deviceStateView(platformScope);
    const [busy] = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from ad_screen where state in ('sent', 'downloading')`,
    );
    const room = maxMoving - (busy?.count ?? 0);
    if (room <= 0) return [];
    const ready = await tx
      .select({
        tenantId: screen.tenantId,
        deviceId: screen.deviceId,
        code: device.code,
        siteId: device.siteId,
      })
      .from(screen)
      .innerJoin(device, and(eq(device.tenantId, screen.tenantId), eq(device.id, screen.deviceId)))
      .innerJoin(state, and(eq(state.tenantId, screen.tenantId), eq(state.deviceId, screen.deviceId)))
      .where(and(eq(screen.state, 'waiting'), state.online, isNull(device.unboundAt)))
      .limit(room);
    const out: Letter[] = [];
    const expiresAt = new Date(now.getTime() + validMs);
    for (const machine of ready.toSorted((one, other) => one.deviceId.localeCompare(other.deviceId))) {
      const scope = tenantScope(machine.tenantId);
      const [sent] = await update(
        tx,
        scope,
        adScreens,
        { deviceId: machine.deviceId, state: 'waiting' },
        { state: 'sent', changedAt: now, dueAt: new Date(now.getTime() + silenceMs) },
      );
      if (!sent) continue;
      await noteSent(tx, sent, now);
      out.push({ code: machine.code, message: messageOf(services, sent, expiresAt) });
    }
    await tell(tx, ready);
    return out;
  });
  for (const { code, message } of letters)
    await sendToDevice(services, code, 'content', message).catch((error: unknown) =>
      services.log.warn({ err: error, code }, 'content not sent'),
    );
}

/** From here on the machine may show it. */
async function noteSent(tx: Tx, { tenantId, deviceId, content }: Screen, now: Date): Promise<void> {
  const scope = tenantScope(tenantId);
  const known = new Set((await find(tx, scope, adSent, { deviceId })).map(({ itemId }) => itemId));
  const fresh = new Map(
    content.items.filter(({ id }) => !known.has(id)).map(({ id, seconds }) => [id, seconds]),
  );
  if (fresh.size > 0)
    await insertMany(
      tx,
      scope,
      adSent,
      [...fresh].map(([itemId, seconds]) => ({ deviceId, itemId, seconds, firstAt: now })),
    );
  // shown for shorter than before: more plays fit into an hour
  for (const { id, seconds } of content.items)
    if (known.has(id))
      await update(
        tx,
        scope,
        adSent,
        (sent) => and(eq(sent.deviceId, deviceId), eq(sent.itemId, id), sql`${sent.seconds} > ${seconds}`),
        { seconds },
      );
}

/** What a machine says about another version than the last one changes nothing. */
export async function takeAnswer(
  services: Services,
  device: DeviceRef,
  { version, state, item, percent, reason }: UpMessage<'content'>,
): Promise<void> {
  const now = services.clock.now();
  const scope = tenantScope(device.tenantId);
  await services.db.transaction(async (tx) => {
    const [screen] = await find(tx, scope, adScreens, { deviceId: device.deviceId }, 'update');
    const isUnderWay = screen && screen.state !== 'applied' && screen.state !== 'waiting';
    if (!isUnderWay || (screen.version !== version && reason !== 'signature')) return;
    const set = (values: Partial<Screen>) =>
      update(tx, scope, adScreens, { deviceId: device.deviceId }, { changedAt: now, ...values });
    const dueAt = new Date(now.getTime() + silenceMs);
    if (state === 'downloading')
      await set({ state: 'downloading', percent: percent ?? screen.percent, dueAt });
    else if (state === 'stored') {
      const stored = item && !screen.stored.includes(item) ? [...screen.stored, item] : screen.stored;
      await set({ state: 'downloading', stored, dueAt });
    } else if (state === 'applied')
      await set({
        state: 'applied',
        percent: 100,
        reason: null,
        dueAt: null,
        stored: screen.content.items.map(({ id }) => id),
      });
    else
      await set({
        state: 'failed',
        reason: reason ?? 'download',
        // a machine that holds a newer version than ours is given a newer one still
        ...(reason === 'old' && { version: screen.version + hourMs, state: 'waiting' as const }),
        dueAt: reason === 'space' || reason === 'format' ? null : new Date(now.getTime() + retryMs),
      });
    await tell(tx, [device]);
  });
}

/** A machine that comes back with less, or without our answer to what it has. */
async function takeHello(services: Services, device: DeviceRef, hello: UpMessage<'hello'>): Promise<void> {
  const scope = tenantScope(device.tenantId);
  const [screen] = await find(services.db.read, scope, adScreens, { deviceId: device.deviceId });
  if (!screen || screen.version === 0) return;
  if (hello.contentVersion === screen.version)
    return takeAnswer(services, device, { version: screen.version, state: 'applied' });
  if (screen.state === 'failed') return;
  await services.db.transaction(async (tx) => {
    await update(
      tx,
      scope,
      adScreens,
      { deviceId: device.deviceId, version: screen.version },
      { state: 'waiting', version: Math.max(screen.version, hello.contentVersion + 1) },
    );
  });
}

export async function startScreens(services: Services): Promise<() => Promise<void>> {
  const pump = await startPump({
    db: services.db,
    channel,
    lookAgainMs: 3 * secondMs,
    turn: async () => {
      const more = await renew(services);
      await offerAgain(services);
      await send(services);
      return more;
    },
    onError: (error) => services.log.error({ err: error }, 'ads on screens'),
  });
  onDeviceMessage(services, 'content', (device, answer) => takeAnswer(services, device, answer));
  onDeviceMessage(services, 'hello', async (device, hello) => {
    await takeHello(services, device, hello);
    pump.wake();
  });
  return () => pump.stop();
}

/** For tests that take every turn themselves, and for the demo. */
export async function turnScreens(services: Services): Promise<void> {
  while (await renew(services));
  await send(services);
}
