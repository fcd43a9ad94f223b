import {
  countPrizes,
  type DeviceView,
  findDevice,
  playsSincePrize,
} from '#features/machines/devices/server/public.ts';
import { readDeviceSettings, readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import { findOwnOrder } from '#features/selling/orders/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emitAll, siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, remove } from '#kit/server/tables.ts';
import { type oddsCalls, oddsChanged, type ShownOdds } from '../contract/odds.ts';
import { isOddsType, oddsOf, playsToGo } from '../rules/odds-rules.ts';
import { playingMs } from '../rules/turn-rules.ts';
import { machineOdds } from '../tables.ts';
import { isPublished, pageOdds } from './odds-queries.ts';

/** What the merchant lets players see of a machine's odds; null where they are not shown. */
export async function shownOddsOf(reader: Reader, device: DeviceView): Promise<ShownOdds | null> {
  if (!(await isPublished(reader, device))) return null;
  const settings = await readDeviceSettings(reader, tenantScope(device.tenantId), device);
  const odds = oddsOf(device.type, settings);
  if (!odds) return null;
  const since = odds.guaranteeAfter === null ? null : await playsSincePrize(reader, device);
  return { ...odds, toGo: playsToGo(odds, since) };
}

/** What a machine tells reaches us a little later. */
const newsMs = 15 * secondMs;

export const oddsHandlers: Handlers<typeof oddsCalls> = {
  async listOdds({ db, session }, input) {
    const page = await pageOdds(db.read, session.scope, input);
    const settings = await readManyDeviceSettings(
      db.read,
      session.scope,
      page.records.map(({ id, tenantId, type }) => ({ deviceId: id, tenantId, type })),
    );
    return mapPage(page, (row) => ({
      ...row,
      ...(oddsOf(row.type, settings.get(row.id) ?? {}) ?? { rateBasisPoints: null, guaranteeAfter: null }),
    }));
  },

  async publishOdds(context, { ids, published }) {
    const { session } = context;
    const publishedAt = context.clock.now();
    await context.db.transaction(async (tx) => {
      const changed: DeviceView[] = [];
      for (const id of [...new Set(ids)].sort()) {
        const device = await findDevice(tx, session.scope, id);
        const { tenantId, deviceId } = device;
        const scope = tenantScope(tenantId);
        const known = await find(tx, scope, machineOdds, { deviceId });
        if (known.length > 0 === published) continue;
        if (published) await insert(tx, scope, machineOdds, { deviceId, publishedAt });
        else await remove(tx, scope, machineOdds, { deviceId });
        changed.push(device);
      }
      await auditMany(
        tx,
        context,
        changed.map(({ deviceId, siteId, name, code }) => ({
          action: 'play.publishOdds',
          entity: 'device',
          entityId: deviceId,
          siteId,
          label: name ?? code,
          before: { published: !published },
          after: { published },
        })),
      );
      await emitAll(
        tx,
        changed.map(({ tenantId, siteId }) => told(siteTopic(tenantId, siteId), oddsChanged, {})),
      );
    });
  },

  async readResult({ db, session, clock }, { orderNumber }) {
    const { orders: order } = await findOwnOrder(db.read, session.scope, orderNumber);
    const { tenantId, deviceId, deviceType, paidAt, settledAt, commandId } = order;
    if (!deviceId || !deviceType || !isOddsType(deviceType) || !paidAt || !settledAt || order.kind !== 'play')
      return null;
    const plays = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
    const to = new Date(settledAt.getTime() + playingMs(deviceType, plays) + newsMs);
    const prizes = await countPrizes(
      db.read,
      { tenantId, deviceId },
      {
        from: paidAt,
        to,
        // a lipstick machine says which game it was; a claw plays for the player who has it
        commandIds: deviceType === 'lipstick' && commandId ? [commandId] : undefined,
      },
    );
    return { prizes, over: prizes >= plays || clock.now() > to };
  },
};
