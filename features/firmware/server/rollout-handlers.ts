import { and, eq, inArray, isNull } from 'drizzle-orm';
import { type DeviceView, listDevices } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { pageOfArray } from '#kit/server/paging.ts';
import { insert, update } from '#kit/server/tables.ts';
import { type firmwareContract, stagePlans, type Target } from '../contract.ts';
import { firmwareImages, rolloutItems, rollouts } from '../tables.ts';
import { compareVersions } from './images.ts';
import { findRollout, itemsOf, listRolloutRows, openItems, presentDevice } from './rollout-rows.ts';
import { stageOfEach } from './stages.ts';

type Part = Omit<Handlers<typeof firmwareContract>, 'listImages' | 'publishImage' | 'withdrawImage'>;

const uniqueViolation = '23505';

interface Plan {
  target: Target;
  version: string;
  kind: 'update' | 'rollback';
  stages: readonly number[];
  atNight: boolean;
  maxFailurePercent: number;
  items: { device: DeviceView; imageId: string; version: string }[];
}

async function createRollout(tx: Tx, context: StaffContext, plan: Plan): Promise<string> {
  const { session, clock } = context;
  const id = newId();
  const { items, ...rollout } = plan;
  await insert(tx, session.scope, rollouts, {
    id,
    ...rollout,
    stages: [...plan.stages],
    state: 'running',
    stage: 0,
    userId: session.userId,
    userName: session.name,
  });
  const stages = stageOfEach(items.length, plan.stages);
  await insert(
    tx,
    session.scope,
    rolloutItems,
    items.map(({ device, imageId, version }, index) => ({
      rolloutId: id,
      deviceId: device.deviceId,
      imageId,
      version,
      fromVersion: device[plan.target],
      stage: stages[index] ?? 0,
      state: 'waiting' as const,
      updatedAt: clock.now(),
    })),
  );
  await audit(tx, context, {
    action: plan.kind === 'update' ? 'firmware.rollOut' : 'firmware.rollBack',
    entity: 'rollout',
    entityId: id,
    label: plan.version,
    after: { target: plan.target, version: plan.version, devices: items.length, atNight: plan.atNight },
  });
  await emit(tx, tenantTopic(session.tenantId), 'firmware.rollout', { id });
  return id;
}

/** A device takes part in one rollout at a time: the database says so, people read it here. */
async function withoutOverlap<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) throw conflict('firmware:error.busy');
    throw error;
  }
}

export const rolloutHandlers: Part = {
  async listVersions({ db, session }, input) {
    const [devices, open, images] = await Promise.all([
      listDevices(db.read, session.scope, {
        ...(input.type && { types: [input.type] }),
        ...(input.fieldId && { siteIds: [input.fieldId] }),
      }),
      openItems(db.read, session.scope),
      db.read
        .select()
        .from(firmwareImages)
        .where(and(eq(firmwareImages.target, input.target), isNull(firmwareImages.withdrawnAt))),
    ]);
    const names = await siteNames(
      db.read,
      session.scope,
      devices.map(({ siteId }) => siteId),
    );
    const newest = new Map<string, string>();
    for (const { type, version } of images)
      if (compareVersions(version, newest.get(type) ?? '0.0.0') > 0) newest.set(type, version);
    const keyword = input.keyword?.toLowerCase();
    const all = devices
      .filter((device) => device.controlled && (input.target === 'firmware' || device.app !== null))
      .filter(
        (device) =>
          !keyword || `${device.code} ${device.number} ${device.name ?? ''}`.toLowerCase().includes(keyword),
      )
      .map((device) => {
        const version = device[input.target];
        const latest = newest.get(device.type) ?? null;
        const item = open.get(device.deviceId);
        return {
          ...presentDevice(device, names),
          id: device.deviceId,
          version,
          latest,
          outdated: version !== null && latest !== null && compareVersions(latest, version) > 0,
          progress: item?.state ?? null,
          percent: item?.percent ?? null,
        };
      })
      .filter((device) => !input.outdated || device.outdated);
    return pageOfArray(input, all);
  },

  async startRollout(context, input) {
    const { db, session } = context;
    const [image] = await db.read
      .select()
      .from(firmwareImages)
      .where(and(eq(firmwareImages.id, input.imageId), isNull(firmwareImages.withdrawnAt)));
    if (!image) throw missing();
    const wanted = [...new Set(input.equipmentIds)];
    const devices = await listDevices(db.read, session.scope, { ids: wanted });
    if (devices.length !== wanted.length) throw missing();
    if (devices.some((device) => device.type !== image.type || !device.controlled))
      throw invalid('firmware:error.wrongType');
    const outdated = devices.filter((device) => device[image.target] !== image.version);
    if (outdated.length === 0) throw invalid('firmware:error.allCurrent', { version: image.version });
    const id = await withoutOverlap(
      db.transaction((tx) =>
        createRollout(tx, context, {
          target: image.target,
          version: image.version,
          kind: 'update',
          stages: stagePlans[input.plan],
          atNight: input.atNight,
          maxFailurePercent: input.maxFailurePercent,
          items: outdated.map((device) => ({ device, imageId: image.id, version: image.version })),
        }),
      ),
    );
    return { id };
  },

  async listRollouts({ db, session }, input) {
    return pageOfArray(input, await listRolloutRows(db.read, session.scope, input));
  },

  async readRollout({ db, session }, { id }) {
    const rollout = await findRollout(db.read, session.scope, id);
    if (!rollout) throw missing();
    const [items, devices] = await Promise.all([
      itemsOf(db.read, session.scope, id),
      listDevices(db.read, session.scope),
    ]);
    const names = await siteNames(
      db.read,
      session.scope,
      devices.map(({ siteId }) => siteId),
    );
    const byId = new Map(devices.map((device) => [device.deviceId, device]));
    return {
      ...rollout,
      items: items.flatMap((item) => {
        const device = byId.get(item.deviceId);
        if (!device) return [];
        return [{ ...item, device: presentDevice(device, names), updatedAt: item.updatedAt.toISOString() }];
      }),
    };
  },

  async steerRollout(context, { id, action }) {
    const { db, session, clock } = context;
    await withoutOverlap(
      db.transaction(async (tx) => {
        const [before] = await update(tx, session.scope, rollouts, (row) => eq(row.id, id), { id });
        if (!before) throw missing();
        if (before.state === 'finished' && action !== 'retry') throw invalid('firmware:error.ended');
        if (before.state === 'cancelled') throw invalid('firmware:error.ended');
        if (action === 'cancel')
          await update(
            tx,
            session.scope,
            rolloutItems,
            (item) => and(eq(item.rolloutId, id), eq(item.state, 'waiting')),
            { state: 'cancelled', updatedAt: clock.now() },
          );
        if (action === 'retry')
          await update(
            tx,
            session.scope,
            rolloutItems,
            (item) => and(eq(item.rolloutId, id), inArray(item.state, ['failed', 'rolledBack'])),
            { state: 'waiting', reason: null, percent: 0, updatedAt: clock.now() },
          );
        await update(tx, session.scope, rollouts, (row) => eq(row.id, id), {
          state: { pause: 'paused', resume: 'running', retry: 'running', cancel: 'cancelled' }[action] as
            | 'paused'
            | 'running'
            | 'cancelled',
          pausedBy: action === 'pause' ? 'person' : null,
        });
        await audit(tx, context, {
          action: 'firmware.steer',
          entity: 'rollout',
          entityId: id,
          label: before.version,
          before: { state: before.state },
          after: { state: action },
        });
        await emit(tx, tenantTopic(session.tenantId), 'firmware.rollout', { id });
      }),
    );
    return {};
  },

  async rollBack(context, { id }) {
    const { db, session } = context;
    const rollout = await findRollout(db.read, session.scope, id);
    if (!rollout) throw missing();
    const installed = (await itemsOf(db.read, session.scope, id)).filter(
      (item) => item.state === 'installed' && item.fromVersion,
    );
    const devices = new Map(
      (await listDevices(db.read, session.scope)).map((device) => [device.deviceId, device]),
    );
    const images = await db.read
      .select()
      .from(firmwareImages)
      .where(eq(firmwareImages.target, rollout.target));
    const items = installed.flatMap((item) => {
      const device = devices.get(item.deviceId);
      const image = images.find(
        (candidate) => candidate.type === device?.type && candidate.version === item.fromVersion,
      );
      // someone else updated it since: what it runs now is not ours to take away
      if (!device || !image || device[rollout.target] !== item.version) return [];
      return [{ device, imageId: image.id, version: image.version }];
    });
    if (items.length === 0) throw invalid('firmware:error.nothingToRollBack');
    const newest = items
      .map(({ version }) => version)
      .sort(compareVersions)
      .at(-1) as string;
    const created = await withoutOverlap(
      db.transaction((tx) =>
        createRollout(tx, context, {
          target: rollout.target,
          version: newest,
          kind: 'rollback',
          // a bad version is taken away everywhere at once
          stages: stagePlans.all,
          atNight: false,
          maxFailurePercent: 100,
          items,
        }),
      ),
    );
    return { id: created };
  },
};
