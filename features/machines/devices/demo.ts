import {
  crowdByHour,
  type DemoDay,
  demoDays,
  isOff,
  opensAtHour,
  passedToday,
} from '#kit/kernel/demo-days.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, inChina } from '#kit/kernel/time.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { type DemoPart, demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { insert, insertMany } from '#kit/server/tables.ts';
import { type DemoDevice, demoDevices, unclaimedCodes } from './demo/fleet.ts';
import { dayFigures, dayHours, dayLines } from './demo/history.ts';
import { factoryPlayTime, reportedCounters, usedBy } from './rules/use-rules.ts';
import { counterHours, deviceDays, deviceEvents, deviceHours, deviceIdentities, devices } from './tables.ts';

export const demoClaimPin = '246810';
/** the hours of a day are shown for a while only */
const hourlyDays = 14;
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
  async seed(tx, { clock, config }) {
    const now = clock.now();
    const days = demoDays(now, config.demoDays);
    const list = demoDevices();
    // they were there before the first day of which we tell
    const createdAt = new Date(now.getTime() - (config.demoDays + 10) * dayMs);
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
    const seeded = controlled.map((device) => ({ device, on: days.filter((day) => isOn(device, day)) }));
    await insertMany(
      tx,
      platformScope,
      deviceDays,
      seeded.flatMap(({ device, on }) => on.flatMap((day) => figuresOf(device, day, now))),
    );
    await insertMany(
      tx,
      platformScope,
      deviceHours,
      seeded.flatMap(({ device, on }) =>
        on.filter(({ daysAgo }) => daysAgo <= hourlyDays).flatMap((day) => hoursOf(device, day, now)),
      ),
    );
    await insertMany(
      tx,
      platformScope,
      counterHours,
      seeded.flatMap(({ device, on }) => on.flatMap((day) => countedHoursOf(device, day, now))),
    );
    await insertMany(
      tx,
      platformScope,
      deviceEvents,
      seeded.flatMap(({ device, on }) =>
        on.filter(({ daysAgo }) => daysAgo < loggedDays).flatMap((day) => linesOf(device, day, now)),
      ),
    );
  },
};
export default demoFleet;

const isOn = (device: DemoDevice, { daysAgo }: DemoDay) => !isOff(device.code, daysAgo);

/** The last day is today, as far as it has come. */
const shareOf = ({ daysAgo }: DemoDay, now: Date) => (daysAgo === 0 ? passedToday(now) : 1);

function figuresOf(device: DemoDevice, day: DemoDay, now: Date) {
  const figures = dayFigures(device, day, shareOf(day, now));
  return definitionOf(device.type).counters.flatMap((counter) => {
    const amount = figures[counter] ?? 0;
    if (amount === 0) return [];
    return [
      {
        tenantId: tenantOf(device),
        deviceId: idOf(device),
        siteId: siteOf(device),
        day: day.day,
        counter,
        amount,
      },
    ];
  });
}

/** What the day brought, hour by hour: the hours of a day add up to it. */
function hoursOf(device: DemoDevice, day: DemoDay, now: Date) {
  const amount = dayFigures(device, day, shareOf(day, now))[usedBy[device.type]] ?? 0;
  return dayHours(device, day, amount, openHoursOf(day, now)).map(({ hourAt, amount: uses }) => ({
    ...placeOf(device),
    hourAt,
    uses,
  }));
}

/** The same of every counter that reports are made of. */
function countedHoursOf(device: DemoDevice, day: DemoDay, now: Date) {
  const figures = dayFigures(device, day, shareOf(day, now));
  return reportedCounters.flatMap((counter) =>
    dayHours(device, day, figures[counter] ?? 0, openHoursOf(day, now)).map((hour) => ({
      ...placeOf(device),
      deviceType: device.type,
      counter,
      ...hour,
      playTimeS: counter === 'plays' ? factoryPlayTime(device.type) : null,
    })),
  );
}

const placeOf = (device: DemoDevice) => ({
  tenantId: tenantOf(device),
  deviceId: idOf(device),
  siteId: siteOf(device),
});

const openHoursOf = (day: DemoDay, now: Date) => (day.daysAgo === 0 ? hoursOpen(now) : crowdByHour.length);

/** So many hours of today have begun. */
const hoursOpen = (now: Date): number =>
  Math.min(crowdByHour.length, Math.max(0, inChina(now).getUTCHours() - opensAtHour + 1));

function linesOf(device: DemoDevice, day: DemoDay, now: Date) {
  return dayLines(device, day)
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
