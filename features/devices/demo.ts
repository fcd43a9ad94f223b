import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs, inChina } from '#kit/kernel/time.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { type DemoDevice, demoDevices, unclaimedCodes } from './demo/fleet.ts';
import { dayFigures, dayLines } from './demo/history.ts';
import { deviceDays, deviceEvents, deviceIdentities, devices } from './tables.ts';

export const demoClaimPin = '246810';
const historyDays = 14;
/** machines talk a lot: the log of a few days is enough to look at */
const loggedDays = 3;

const models: Record<DeviceType, string> = {
  claw: 'CY-C2',
  exchange: 'CY-X3',
  vending: 'CY-V8',
  lipstick: 'CY-K1',
  lottery: 'CY-T1',
  cabinet: 'CY-G1',
  deposit: 'CY-D1',
};

const tenantOf = ({ owner }: DemoDevice) => demoTenants[owner];
const idOf = ({ code }: DemoDevice) => demoId(`device:${code}`);
const siteOf = ({ owner, site }: DemoDevice) => demoId(`site:${owner}:${site}`);

const demoFleet: DemoPart = {
  order: 30,
  async seed(tx, { clock }) {
    const now = clock.now();
    const list = demoDevices();
    const createdAt = new Date(now.getTime() - 40 * dayMs);
    await insert(
      tx,
      platformScope,
      devices,
      list.map((device) => ({
        tenantId: tenantOf(device),
        id: idOf(device),
        createdAt,
        siteId: siteOf(device),
        code: device.code,
        number: device.number,
        type: device.type,
        name: device.name,
        remark: device.remark,
        priceFen: device.priceFen,
        controlled: device.controlled,
        sort: device.number,
      })),
    );
    const controlled = list.filter((device) => device.controlled);
    await tx.insert(deviceIdentities).values([
      ...controlled.map((device) => ({
        code: device.code,
        type: device.type,
        model: models[device.type],
        claimPin: demoClaimPin,
        createdAt,
        tenantId: tenantOf(device),
        deviceId: idOf(device),
        claimedAt: createdAt,
      })),
      ...unclaimedCodes.map(({ code, type }) => ({
        code,
        type,
        model: models[type],
        claimPin: demoClaimPin,
        createdAt,
      })),
    ]);
    await insert(
      tx,
      platformScope,
      deviceDays,
      controlled.flatMap((device) => daysOf(device, now)),
    );
    await insert(
      tx,
      platformScope,
      deviceEvents,
      controlled.flatMap((device) => linesOf(device, now)),
    );
  },
};
export default demoFleet;

/** The last day is today, as far as it has come. */
function daysOf(device: DemoDevice, now: Date) {
  return Array.from({ length: historyDays + 1 }, (_, back) => {
    const at = new Date(now.getTime() - back * dayMs);
    const figures = dayFigures(device, at, back === 0 ? openShare(now) : 1);
    return definitionOf(device.type).counters.flatMap((counter) => {
      const amount = figures[counter] ?? 0;
      if (amount === 0) return [];
      return [
        {
          tenantId: tenantOf(device),
          deviceId: idOf(device),
          siteId: siteOf(device),
          day: businessDay(at),
          counter,
          amount,
        },
      ];
    });
  }).flat();
}

function linesOf(device: DemoDevice, now: Date) {
  return Array.from({ length: loggedDays }, (_, back) =>
    dayLines(device, new Date(now.getTime() - back * dayMs)),
  )
    .flat()
    .filter(({ at }) => at <= now)
    .map(({ at, kind, data }) => ({
      tenantId: tenantOf(device),
      id: newId(at.getTime()),
      deviceId: idOf(device),
      at,
      receivedAt: at,
      kind,
      data,
    }));
}

const opensAtHour = 10;
const openHours = 12;

function openShare(now: Date): number {
  const hour = inChina(now).getUTCHours();
  return Math.min(1, Math.max(0, (hour - opensAtHour) / openHours));
}
