import { and, eq, inArray } from 'drizzle-orm';
import { listDevices } from '#features/machines/devices/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { change } from '#kit/server/change.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { update } from '#kit/server/tables.ts';
import { type firmwareContract, type RolloutState, stagePlans } from '../contract.ts';
import { compareVersions, fits, latestFor, newestByFit } from '../rules/version-rules.ts';
import { rolloutItems } from '../tables.ts';
import { createRollout, rolloutSubject, withoutOverlap } from './create-rollout.ts';
import { findUsable, imagesOf, usableImages } from './image-queries.ts';
import {
  countItems,
  findRollout,
  itemsOf,
  listedItems,
  pageRollouts,
  pageVersions,
} from './rollout-queries.ts';
import { toItem, toRollout, toVersion } from './rollout-records.ts';

type Contract = Omit<typeof firmwareContract, 'listImages' | 'publishImage' | 'withdrawImage'>;

const steeredTo: Record<'pause' | 'resume' | 'retry' | 'cancel', RolloutState> = {
  pause: 'paused',
  resume: 'running',
  retry: 'running',
  cancel: 'cancelled',
};

export const rolloutHandlers: Handlers<Contract> = {
  async listVersions(context, input) {
    const { db, session } = context;
    const newest = newestByFit(await usableImages(db.read, input.target));
    const page = await pageVersions(db.read, session.scope, input, newest);
    return mapPage(page, (row) => toVersion(row, latestFor(newest, row), sayFor(context)));
  },

  async startRollout(context, input) {
    const { db, session } = context;
    const image = await findUsable(db.read, input.imageId);
    if (!image) throw missing();
    const wanted = [...new Set(input.equipmentIds)];
    const devices = await listDevices(db.read, session.scope, { ids: wanted });
    if (devices.length !== wanted.length) throw missing();
    if (devices.some((device) => device.type !== image.type || !device.controlled))
      throw invalid('firmware:error.wrongType');
    if (devices.some((device) => !fits(image, device))) throw invalid('firmware:error.wrongModel');
    const outdated = devices.filter((device) => device[image.target] !== image.version);
    if (outdated.length === 0) throw invalid('firmware:error.allCurrent', { version: image.version });
    return createRollout(context, {
      target: image.target,
      version: image.version,
      kind: 'update',
      stages: stagePlans[input.plan],
      atNight: input.atNight,
      maxFailurePercent: input.maxFailurePercent,
      items: outdated.map((device) => ({ device, imageId: image.id, version: image.version })),
    });
  },

  async listRollouts(context, input) {
    const { db, session } = context;
    const page = await pageRollouts(db.read, session.scope, input);
    const counts = await countItems(
      db.read,
      session.scope,
      page.records.map(({ id }) => id),
    );
    return mapPage(page, (row) => toRollout(row, counts.get(row.id) ?? [], sayFor(context)));
  },

  async readRollout(context, { id }) {
    const { db, session } = context;
    const say = sayFor(context);
    const [rollout, counts, items] = await Promise.all([
      findRollout(db.read, session.scope, id),
      countItems(db.read, session.scope, [id]),
      listedItems(db.read, session.scope, id),
    ]);
    if (!rollout) throw missing();
    return {
      ...toRollout(rollout, counts.get(id) ?? [], say),
      items: items.map((item) => toItem(item, say)),
    };
  },

  async steerRollout(context, { id, action }) {
    const { scope } = context.session;
    const updatedAt = context.clock.now();
    const reference = { id, action: 'firmware.steer' };
    await withoutOverlap(() =>
      change(context, rolloutSubject, reference, async (before, tx) => {
        const ended = before.state === 'cancelled' || (before.state === 'finished' && action !== 'retry');
        if (ended) throw invalid('firmware:error.ended');
        if (action === 'cancel')
          await update(
            tx,
            scope,
            rolloutItems,
            { rolloutId: id, state: 'waiting' },
            { state: 'cancelled', updatedAt },
          );
        if (action === 'retry')
          await update(
            tx,
            scope,
            rolloutItems,
            (item) => and(eq(item.rolloutId, id), inArray(item.state, ['failed', 'rolledBack'])),
            { state: 'waiting', reason: null, percent: 0, updatedAt },
          );
        return { state: steeredTo[action], pausedBy: action === 'pause' ? ('person' as const) : null };
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
    const [list, images] = await Promise.all([
      listDevices(db.read, session.scope, { ids: installed.map(({ deviceId }) => deviceId) }),
      imagesOf(db.read, rollout.target),
    ]);
    const devices = new Map(list.map((device) => [device.deviceId, device]));
    const items = installed.flatMap((item) => {
      const device = devices.get(item.deviceId);
      const image = images.find(
        (candidate) => device && fits(candidate, device) && candidate.version === item.fromVersion,
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
    return createRollout(context, {
      target: rollout.target,
      version: newest,
      kind: 'rollback',
      // a bad version is taken away everywhere at once
      stages: stagePlans.all,
      atNight: false,
      maxFailurePercent: 100,
      items,
    });
  },
};
