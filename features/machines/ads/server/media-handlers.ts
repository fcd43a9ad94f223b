import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { uploadSpace } from '#features/base/uploads/server/public.ts';
import { deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { find, rows } from '#kit/server/tables.ts';
import type { mediaContract } from '../contract/media.ts';
import { adsChanged } from '../contract/shared.ts';
import { adGroups, adMedia, adPlacements, type GroupItem } from '../tables.ts';
import { mediaOf, pageGroups, pageMedia } from './ad-queries.ts';
import { judgeUpload } from './judge-upload.ts';
import { devicesShowing, markDue } from './mark-due.ts';

const tells = ({ tenantId }: { tenantId: string }) => [told(tenantTopic(tenantId), adsChanged, {})];

const media = subjectOf(adMedia, {
  entity: 'adMedia',
  label: ({ name }) => name,
  alive: { removedAt: null },
  unlogged: ['sha256', 'link'],
  tells,
  taken: { ad_media_file: { key: 'ads:error.sameFile', field: 'link' } },
});

const group = subjectOf(adGroups, {
  entity: 'adGroup',
  label: ({ name }) => name,
  tells,
  taken: { ad_group_name: { key: 'ads:error.sameName', field: 'name' } },
});

/** A group names media of the merchant; a film is not shown longer than it is. */
async function checkItems(tx: Tx, context: StaffContext, items: readonly GroupItem[]): Promise<void> {
  const known = await mediaOf(
    tx,
    context.session.scope,
    items.map(({ mediaId }) => mediaId),
  );
  if (items.some(({ mediaId }) => !known.has(mediaId))) throw invalidField('items', 'ads:error.unknownMedia');
}

export const mediaHandlers: Handlers<typeof mediaContract> = {
  listMedia: ({ db, session }, input) => pageMedia(db.read, session.scope, input),

  async readMediaSpace({ db, session, services }) {
    const own = rows(session.scope, adMedia);
    const device = deviceView(session.scope);
    const state = deviceStateView(session.scope);
    const [[used], space, [fullest]] = await Promise.all([
      db.read
        .select({ bytes: sql<number>`coalesce(sum(${own.sizeBytes}), 0)`.mapWith(Number) })
        .from(own)
        .where(isNull(own.removedAt)),
      uploadSpace(services, session.tenantId),
      db.read
        .select({
          freeBytes: state.freeBytes,
          name: sql<string>`coalesce(${device.name}, ${device.code})`,
        })
        .from(device)
        .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
        .where(and(isNull(device.unboundAt), isNotNull(state.freeBytes)))
        .orderBy(asc(state.freeBytes))
        .limit(1),
    ]);
    return {
      usedBytes: used?.bytes ?? 0,
      ...space,
      leastFreeBytes: fullest?.freeBytes ?? null,
      leastFreeName: fullest?.name ?? null,
    };
  },

  async saveMedia(context, { link, name }) {
    const judged = await judgeUpload(context, link);
    const { id } = await context.db.transaction((tx) =>
      addRow(tx, context, media, { action: 'ads.addMedia' }, { name, link, ...judged }),
    );
    return { id };
  },

  async removeMedia(context, { ids }) {
    const now = context.clock.now();
    await drop(
      context,
      media,
      { ids, action: 'ads.removeMedia', set: { removedAt: now } },
      async (found, tx) => {
        const groups = await find(tx, context.session.scope, adGroups, {});
        const used = found.find(({ id }) =>
          groups.some(({ items }) => items.some(({ mediaId }) => mediaId === id)),
        );
        if (used) throw conflict('ads:error.mediaInUse', { name: used.name });
      },
    );
  },

  listGroups: ({ db, session }, input) => pageGroups(db.read, session.scope, input),

  async readGroup({ db, session }, { id }) {
    const [found] = await find(db.read, session.scope, adGroups, { id });
    if (!found) throw missing();
    const known = await mediaOf(
      db.read,
      session.scope,
      found.items.map(({ mediaId }) => mediaId),
    );
    const items = found.items.flatMap(({ mediaId, seconds }) => {
      const file = known.get(mediaId);
      if (!file) return [];
      const { name, kind, link, sizeBytes } = file;
      return [{ mediaId, seconds, name, kind, link, sizeBytes }];
    });
    const { name, fromDay, toDay, hours } = found;
    return { id, name, items, fromDay, toDay, hours };
  },

  async saveGroup(context, { id, ...values }) {
    const { toDay, fromDay } = values;
    if (fromDay && toDay && fromDay > toDay) throw invalidField('toDay', 'ads:error.endsBefore');
    return context.db.transaction(async (tx) => {
      await checkItems(tx, context, values.items);
      if (!id) return addRow(tx, context, group, { action: 'ads.addGroup' }, values);
      const changed = await changeRow(tx, context, group, { id, action: 'ads.changeGroup' }, () => values);
      await markDue(tx, context.session.tenantId, await devicesShowing(tx, context.session.tenantId, [id]));
      return changed;
    });
  },

  async removeGroups(context, { ids }) {
    await drop(context, group, { ids, action: 'ads.removeGroup' }, async (found, tx) => {
      const placed = await find(tx, context.session.scope, adPlacements, ({ groupId }) =>
        inArray(groupId, ids),
      );
      const used = found.find(({ id }) => placed.some(({ groupId }) => groupId === id));
      if (used) throw conflict('ads:error.groupInUse', { name: used.name });
    });
  },
};
