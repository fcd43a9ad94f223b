import { inArray } from 'drizzle-orm';
import { siteClock } from '#features/base/sites/server/public.ts';
import { type DeviceView, listDevices } from '#features/machines/devices/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { find, insert, remove, update } from '#kit/server/tables.ts';
import type { screensContract } from '../contract/screens.ts';
import { adsChanged, maxOnScreen, maxPeriods } from '../contract/shared.ts';
import { commonTerm, type Term } from '../rules/content-rules.ts';
import { firstDay, shareByHour, type Voice } from '../rules/share-of-voice.ts';
import { adGroups, adPlacements, adScreens } from '../tables.ts';
import { mediaOf, pagePlacements } from './ad-queries.ts';
import { itemsOfOthers } from './hub.ts';
import { placementsOn } from './make-content.ts';
import { markDue } from './mark-due.ts';

type Contract = Pick<
  typeof screensContract,
  'listPlacements' | 'previewPlacement' | 'savePlacement' | 'removePlacements'
>;
type Group = Awaited<ReturnType<typeof groupOf>>;

const nameOf = ({ name, code }: DeviceView) => name ?? code;

async function groupOf(reader: Reader, { session }: StaffContext, id: string) {
  const [group] = await find(reader, session.scope, adGroups, { id });
  if (!group) throw missing();
  return group;
}

async function machinesOf(reader: Reader, { session }: StaffContext, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const machines = await listDevices(reader, session.scope, { ids: wanted });
  if (machines.length < wanted.length || machines.some(({ controlled }) => !controlled)) throw missing();
  return machines;
}

/** When the group would be shown there; refused where it would be never, or in more pieces than a machine takes. */
function termOf(group: Group, term: Term) {
  if (term.fromDay && term.toDay && term.fromDay > term.toDay)
    throw invalidField('toDay', 'ads:error.endsBefore');
  const common = commonTerm(group, term);
  if (!common) throw invalidField('hours', 'ads:error.never');
  if (common.hours.length > maxPeriods * 2) throw invalidField('hours', 'ads:error.manyPeriods');
  return common;
}

const secondsOf = (items: readonly { seconds: number }[]) =>
  items.reduce((total, { seconds }) => total + seconds, 0);

/** Everything that would be on a screen, of which `group` is one's own. */
async function voicesOn(context: StaffContext, machines: readonly DeviceView[], group: Group, term: Term) {
  const { db, session, services } = context;
  const placed = await placementsOn(
    db.read,
    session.tenantId,
    machines.map(({ deviceId }) => deviceId),
  );
  const others = await itemsOfOthers(services, db.read, machines);
  return (deviceId: string): Voice[] => [
    { own: true, seconds: secondsOf(group.items), ...term },
    ...placed
      .filter(({ placement }) => placement.deviceId === deviceId && placement.groupId !== group.id)
      .flatMap((one) => {
        const common = commonTerm(one.group, one.placement);
        return common ? [{ own: false, seconds: secondsOf(one.group.items), ...common }] : [];
      }),
    ...(others.get(deviceId) ?? []).map((item) => ({ ...item, own: false })),
  ];
}

export const placementHandlers: Handlers<Contract> = {
  listPlacements: ({ db, session }, input) => pagePlacements(db.read, session.scope, input),

  async previewPlacement(context, { groupId, equipmentIds, ...given }) {
    const { db, session, clock } = context;
    const group = await groupOf(db.read, context, groupId);
    const machines = await machinesOf(db.read, context, equipmentIds);
    const term = termOf(group, given);
    const zone = await siteClock(db.read, session.scope, machines[0]!.siteId);
    const day = firstDay(term, siteDay({ ...zone, dayStart: 0 }, clock.now()));
    if (!day) throw invalidField('toDay', 'ads:error.over');
    const voices = await voicesOn(context, machines, group, term);
    const media = await mediaOf(
      db.read,
      session.scope,
      group.items.map(({ mediaId }) => mediaId),
    );
    const screens = await find(db.read, session.scope, adScreens, ({ deviceId }) =>
      inArray(deviceId, equipmentIds),
    );
    const heldBy = (deviceId: string) =>
      new Set(screens.find((screen) => screen.deviceId === deviceId)?.stored ?? []);
    return {
      day,
      machines: machines.map((machine) => {
        const held = heldBy(machine.deviceId);
        const neededBytes = [...media.values()]
          .filter(({ id }) => !held.has(id))
          .reduce((total, { sizeBytes }) => total + sizeBytes, 0);
        const { deviceId: equipmentId, freeBytes } = machine;
        return {
          equipmentId,
          name: nameOf(machine),
          hours: shareByHour(voices(equipmentId), day),
          neededBytes,
          freeBytes,
          fits: freeBytes === null || neededBytes <= freeBytes,
        };
      }),
    };
  },

  async savePlacement(context, { groupId, equipmentIds, ...term }) {
    const { db, session, clock } = context;
    const { scope, tenantId } = session;
    await db.transaction(async (tx) => {
      const group = await groupOf(tx, context, groupId);
      termOf(group, term);
      const machines = (await machinesOf(tx, context, equipmentIds)).toSorted((one, other) =>
        one.deviceId.localeCompare(other.deviceId),
      );
      // machines are held by their screens: two who place at once on one machine wait for each other
      const ids = machines.map(({ deviceId }) => deviceId);
      await markDue(tx, tenantId, ids);
      const placed = await placementsOn(tx, tenantId, ids);
      const now = clock.now();
      for (const machine of machines) {
        const there = placed.filter(({ placement }) => placement.deviceId === machine.deviceId);
        const rest = there.filter(({ placement }) => placement.groupId !== groupId);
        const items = rest.reduce((total, one) => total + one.group.items.length, group.items.length);
        if (items > maxOnScreen)
          throw conflict('ads:error.screenFull', { name: nameOf(machine), most: maxOnScreen });
        if (rest.length < there.length)
          await update(tx, scope, adPlacements, { deviceId: machine.deviceId, groupId }, term);
        else
          await insert(tx, scope, adPlacements, {
            id: newId(now.getTime()),
            createdAt: now,
            ...{ deviceId: machine.deviceId, groupId, ...term },
          });
      }
      await auditMany(
        tx,
        context,
        machines.map((machine) => ({
          action: 'ads.place',
          entity: 'device',
          entityId: machine.deviceId,
          siteId: machine.siteId,
          label: nameOf(machine),
          after: { groupName: group.name, ...term },
        })),
      );
      await emit(tx, tenantTopic(tenantId), adsChanged, {});
    });
  },

  async removePlacements(context, { ids }) {
    const { db, session } = context;
    const { scope, tenantId } = session;
    await db.transaction(async (tx) => {
      const wanted = [...new Set(ids)];
      const found = await find(tx, scope, adPlacements, ({ id }) => inArray(id, wanted));
      if (found.length < wanted.length) throw missing();
      const machines = await listDevices(tx, scope, { ids: found.map(({ deviceId }) => deviceId) });
      const byId = new Map(machines.map((machine) => [machine.deviceId, machine]));
      // who works at some sites takes nothing off machines of others
      if (found.some(({ deviceId }) => !byId.has(deviceId))) throw missing();
      await markDue(tx, tenantId, [...byId.keys()]);
      await remove(tx, scope, adPlacements, ({ id }) => inArray(id, wanted));
      await auditMany(
        tx,
        context,
        found.map(({ deviceId, fromDay, toDay, hours }) => ({
          action: 'ads.unplace',
          entity: 'device',
          entityId: deviceId,
          siteId: byId.get(deviceId)!.siteId,
          label: nameOf(byId.get(deviceId)!),
          before: { fromDay, toDay, hours },
        })),
      );
      await emit(tx, tenantTopic(tenantId), adsChanged, {});
    });
  },
};
