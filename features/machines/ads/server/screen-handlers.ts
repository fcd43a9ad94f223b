import { siteClock, siteNames } from '#features/base/sites/server/public.ts';
import { findDevice, listDevices } from '#features/machines/devices/server/public.ts';
import { changeSettings, readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { ads } from '#kit/protocol/types/groups.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import type { screensContract } from '../contract/screens.ts';
import { adsChanged } from '../contract/shared.ts';
import { adScreens, adSwitches } from '../tables.ts';
import { isSwitchedOn, mediaOf, pageAside, pageScreens, playsOnDevice } from './ad-queries.ts';
import { itemsOfOthers } from './hub.ts';
import { markAllDue, markDue } from './mark-due.ts';

type Contract = Omit<
  typeof screensContract,
  'listPlacements' | 'previewPlacement' | 'savePlacement' | 'removePlacements'
>;

const shownDays = 7;

export const screenHandlers: Handlers<Contract> = {
  async readMainSwitch({ db, session }) {
    return { state: (await isSwitchedOn(db.read, session.tenantId, session.scope)) ? 1 : 0 };
  },

  async setMainSwitch(context, { state }) {
    const { db, session } = context;
    const isOn = state === 1;
    await db.transaction(async (tx) => {
      const { scope, tenantId } = session;
      const [known] = await find(tx, scope, adSwitches, {}, 'update');
      if (known) await update(tx, scope, adSwitches, {}, { isOn });
      else await insert(tx, scope, adSwitches, { isOn });
      await audit(tx, context, {
        action: 'ads.mainSwitch',
        entity: 'adSwitch',
        entityId: tenantId,
        label: '',
        before: { isOn: known?.isOn ?? true },
        after: { isOn },
      });
      await markAllDue(tx, tenantId);
      await emit(tx, tenantTopic(tenantId), adsChanged, {});
    });
  },

  async listScreens({ db, session }, input) {
    const page = await pageScreens(db.read, session.scope, input);
    const settings = await readManyDeviceSettings(
      db.read,
      session.scope,
      page.records.map(({ tenantId, equipmentId, type }) => ({ tenantId, deviceId: equipmentId, type })),
    );
    return mapPage(page, ({ tenantId: _tenantId, ...row }) => ({
      ...row,
      ...ads.parse(settings.get(row.equipmentId)?.ads ?? {}),
    }));
  },

  async readScreen({ db, session, services, clock }, { equipmentId }) {
    const { scope } = session;
    const device = await findDevice(db.read, scope, equipmentId);
    const [screen] = await find(db.read, scope, adScreens, { deviceId: device.deviceId });
    const site = await siteClock(db.read, scope, device.siteId);
    const since = new Date(
      startOfSiteDay(site, siteDay(site, clock.now())).getTime() - (shownDays - 1) * dayMs,
    );
    const items = screen?.content.items ?? [];
    const [media, others, plays, names] = await Promise.all([
      mediaOf(
        db.read,
        scope,
        items.map(({ mediaId }) => mediaId),
      ),
      itemsOfOthers(services, db.read, [device]),
      playsOnDevice(db.read, scope, device.deviceId, since),
      siteNames(db.read, scope, [device.siteId]),
    ]);
    const offered = new Map((others.get(device.deviceId) ?? []).map((item) => [item.id, item]));
    return {
      equipmentId,
      equipmentNo: device.number,
      equipmentName: device.name,
      code: device.code,
      fieldId: device.siteId,
      fieldName: names.get(device.siteId) ?? '',
      state: screen ? (screen.due ? 'waiting' : items.length === 0 ? 'none' : screen.state) : 'none',
      percent: screen?.percent ?? 0,
      reason: screen?.reason ?? null,
      freeBytes: device.freeBytes,
      shown: screen?.content.shown ?? true,
      items: items.map(({ id, mediaId, kind, seconds, fromDay, toDay, hours }) => ({
        ...{ id, kind, seconds, fromDay, toDay, hours },
        name: offered.get(id)?.name ?? media.get(mediaId)?.name ?? '',
        link: offered.get(id)?.link ?? media.get(mediaId)?.link ?? '',
        stored: screen?.stored.includes(id) ?? false,
        isTask: offered.has(id),
        plays: plays.get(id) ?? 0,
      })),
    };
  },

  async saveScreen(context, { equipmentId, ...values }) {
    const device = await findDevice(context.db.read, context.session.scope, equipmentId);
    const { changeId } = await changeSettings(context, device, { ads: values });
    return { changeId };
  },

  async sendScreens(context, { equipmentIds }) {
    const { db, session, clock } = context;
    const devices = await listDevices(db.read, session.scope, { ids: equipmentIds });
    if (devices.length < new Set(equipmentIds).size) throw missing();
    await db.transaction(async (tx) => {
      const now = clock.now();
      for (const { deviceId } of devices.toSorted((one, other) => one.deviceId.localeCompare(other.deviceId)))
        await update(
          tx,
          session.scope,
          adScreens,
          { deviceId, state: 'failed' },
          { state: 'waiting', reason: null, dueAt: null, changedAt: now },
        );
      await markDue(
        tx,
        session.tenantId,
        devices.map(({ deviceId }) => deviceId),
      );
    });
  },

  listAside: ({ db, session }, input) => pageAside(db.read, session.scope, input),
};
