import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import {
  type DeviceRef,
  listDevices,
  onDeviceMessage,
  sendToDevice,
} from '#features/machines/devices/server/public.ts';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows, update } from '#kit/server/tables.ts';
import { type ItemState, movingStates, rolloutChanged } from '../contract.ts';
import { nextNight, nextStep } from '../rules/stage-rules.ts';
import { firmwareImages, rolloutItems, rollouts } from '../tables.ts';
import { downloadUrl } from './download.ts';

const stepEveryMs = 3 * secondMs;
/** a download and a restart; each report starts it again */
const silenceMs = 20 * minuteMs;
const offerValidMs = 12 * hourMs;
/** so that a thousand devices do not download at once */
const maxMoving = 50;

type Offer = { code: string; send: () => Promise<void> };

/** One look at every rollout under way: whom to send to, who fell silent, whether the next stage may begin. */
export async function stepRollouts(services: Services): Promise<void> {
  const rollout = rows(platformScope, rollouts);
  const running = await services.db.read
    .select({ id: rollout.id, tenantId: rollout.tenantId })
    .from(rollout)
    .where(eq(rollout.state, 'running'));
  for (const { id, tenantId } of running) {
    const offers = await services.db.transaction((tx) => stepRollout(tx, services, tenantId, id));
    for (const offer of offers) await offer.send();
  }
}

async function stepRollout(tx: Tx, services: Services, tenantId: string, id: string): Promise<Offer[]> {
  const scope = tenantScope(tenantId);
  // one server process at a time; another one that looks meanwhile finds nothing to do
  const [locked] = await tx.execute<{ id: string }>(
    sql`select id from firmware_rollout where tenant_id = ${tenantId} and id = ${id} and state = 'running' for update skip locked`,
  );
  if (!locked) return [];
  const rolloutRow = rows(scope, rollouts);
  const [rollout] = await tx.select().from(rolloutRow).where(eq(rolloutRow.id, id));
  if (!rollout) return [];
  const now = services.clock.now();
  await update(
    tx,
    scope,
    rolloutItems,
    (item) => and(eq(item.rolloutId, id), inArray(item.state, [...movingStates]), lt(item.dueAt, now)),
    { state: 'failed', reason: 'noAnswer', updatedAt: now },
  );
  const itemRow = rows(scope, rolloutItems);
  const items = await tx.select().from(itemRow).where(eq(itemRow.rolloutId, id));
  const ids = items.map(({ deviceId }) => deviceId);
  const devices = new Map((await listDevices(tx, scope, { ids })).map((device) => [device.deviceId, device]));
  const reached = items.filter((item) => item.stage <= rollout.stage);
  const isIn = (states: readonly ItemState[]) => (item: { state: ItemState }) => states.includes(item.state);
  const waiting = reached.filter(isIn(['waiting'])).filter((item) => devices.get(item.deviceId)?.online);
  const moving = reached.filter(isIn(movingStates)).length;
  const step = nextStep(
    {
      waitingOnline: waiting.length,
      moving,
      installed: reached.filter(isIn(['installed'])).length,
      failed: reached.filter(isIn(['failed', 'rolledBack'])).length,
    },
    {
      maxFailurePercent: rollout.maxFailurePercent,
      isLastStage: rollout.stage >= rollout.stages.length - 1,
      waitingAtAll: items.filter(isIn(['waiting'])).length,
    },
  );
  if (step !== 'wait') {
    await takeStep(tx, services, rollout, step);
    return [];
  }
  const chosen = waiting.slice(0, Math.max(0, maxMoving - moving));
  if (chosen.length === 0) return [];
  const notBefore = rollout.atNight ? nextNight(now) : now;
  const images = await tx
    .select()
    .from(firmwareImages)
    .where(inArray(firmwareImages.id, [...new Set(chosen.map((item) => item.imageId))]));
  await update(
    tx,
    scope,
    rolloutItems,
    (item) =>
      and(
        eq(item.rolloutId, id),
        inArray(
          item.deviceId,
          chosen.map(({ deviceId }) => deviceId),
        ),
      ),
    { state: 'sent', percent: 0, updatedAt: now, dueAt: new Date(notBefore.getTime() + silenceMs) },
  );
  await emit(tx, tenantTopic(tenantId), rolloutChanged, { id });
  const expiresAt = new Date(notBefore.getTime() + offerValidMs);
  return chosen.flatMap((item) => {
    const image = images.find((candidate) => candidate.id === item.imageId);
    const code = devices.get(item.deviceId)?.code;
    if (!image || !code) return [];
    const send = () =>
      sendToDevice(services, code, 'firmware', {
        rollout: id,
        target: rollout.target,
        version: image.version,
        ...(image.model && { model: image.model }),
        ...(image.hardware.length > 0 && { hardware: image.hardware }),
        ...(image.makerSignature && { makerSignature: image.makerSignature }),
        url: downloadUrl(services, image.id, expiresAt),
        sizeBytes: image.sizeBytes,
        sha256: image.sha256,
        ...(rollout.atNight && { notBefore: notBefore.toISOString() }),
        expiresAt: expiresAt.toISOString(),
      });
    return [{ code, send }];
  });
}

async function takeStep(
  tx: Tx,
  services: Services,
  rollout: { tenantId: string; id: string; stage: number; version: string; userId: string },
  step: 'pause' | 'advance' | 'finish',
): Promise<void> {
  const scope = tenantScope(rollout.tenantId);
  await update(
    tx,
    scope,
    rollouts,
    (row) => eq(row.id, rollout.id),
    {
      pause: { state: 'paused' as const, pausedBy: 'failures' as const },
      advance: { stage: rollout.stage + 1 },
      finish: { state: 'finished' as const },
    }[step],
  );
  if (step === 'pause')
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'user', userId: rollout.userId },
      titleKey: 'firmware:message.pausedTitle',
      bodyKey: 'firmware:message.pausedBody',
      params: { version: rollout.version },
      level: 'warning',
      link: '/versionControl?tab=rollouts',
    });
  await emit(tx, tenantTopic(rollout.tenantId), rolloutChanged, { id: rollout.id });
}

/** A report counts while its device is on the way; what arrives after the end changes nothing. */
export async function takeReport(
  services: Services,
  device: DeviceRef,
  report: UpMessage<'firmware'>,
): Promise<void> {
  const now = services.clock.now();
  await services.db.transaction(async (tx) => {
    const [changed] = await update(
      tx,
      tenantScope(device.tenantId),
      rolloutItems,
      (item) =>
        and(
          eq(item.rolloutId, report.rollout),
          eq(item.deviceId, device.deviceId),
          inArray(item.state, [...movingStates]),
        ),
      {
        state: report.state,
        reason: report.reason ?? null,
        percent: report.state === 'downloading' ? (report.percent ?? 0) : 100,
        updatedAt: now,
        dueAt: new Date(now.getTime() + silenceMs),
      },
    );
    if (changed) await emit(tx, tenantTopic(device.tenantId), rolloutChanged, { id: report.rollout });
  });
}

/** A device that comes back with the new version has installed it, whether its report arrived or not. */
async function takeHello(services: Services, device: DeviceRef, hello: UpMessage<'hello'>): Promise<void> {
  await services.db.transaction(async (tx) => {
    const scope = tenantScope(device.tenantId);
    const itemRow = rows(scope, rolloutItems);
    const [item] = await tx
      .select()
      .from(itemRow)
      .where(and(eq(itemRow.deviceId, device.deviceId), inArray(itemRow.state, [...movingStates])));
    if (!item) return;
    const rolloutRow = rows(scope, rollouts);
    const [rollout] = await tx.select().from(rolloutRow).where(eq(rolloutRow.id, item.rolloutId));
    if (!rollout || hello[rollout.target] !== item.version) return;
    await update(
      tx,
      scope,
      rolloutItems,
      (row) => and(eq(row.rolloutId, item.rolloutId), eq(row.deviceId, item.deviceId)),
      { state: 'installed', percent: 100, reason: null, updatedAt: services.clock.now() },
    );
    await emit(tx, tenantTopic(device.tenantId), rolloutChanged, { id: item.rolloutId });
  });
}

export async function startEngine(services: Services): Promise<() => Promise<void>> {
  onDeviceMessage(services, 'firmware', (device, report) => takeReport(services, device, report));
  onDeviceMessage(services, 'hello', (device, hello) => takeHello(services, device, hello));
  let step: Promise<void> | undefined;
  const timer = setInterval(() => {
    step ??= stepRollouts(services)
      .catch((error: unknown) => services.log.error({ err: error }, 'firmware rollouts'))
      .finally(() => {
        step = undefined;
      });
  }, stepEveryMs);
  return async () => {
    clearInterval(timer);
    await step;
  };
}
