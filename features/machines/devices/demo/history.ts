import {
  type Chance,
  chanceOf,
  clawPrizes,
  coinsUncounted,
  countsFewCoins,
  crowdByHour,
  type DemoDay,
  opensAtHour,
  siteCrowd,
} from '#kit/kernel/demo-days.ts';
import { hourMs, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { DemoDevice } from './fleet.ts';

type Draw = Chance;
type Figures = Record<string, number>;

/** What a machine of each type does on an ordinary day, but for what was ordered by phone: that comes with the orders. */
const ordinaryDays: Record<DeviceType, (draw: Draw) => Figures> = {
  claw: (draw) => {
    const plays = draw(50, 150);
    const freePlays = draw(0, 4);
    const remoteCoins = draw(0, 3);
    return {
      plays: plays + freePlays + remoteCoins,
      freePlays,
      remoteCoins,
      cashCoins: plays,
      coinsIn: plays + remoteCoins,
    };
  },
  exchange: (draw) => {
    const notes = draw(4, 18);
    const notesYuan = notes * draw(8, 14);
    const remoteCoins = draw(0, 20);
    return {
      notes,
      notesYuan,
      remoteCoins,
      coinsOut: notesYuan + remoteCoins,
      coinsLoaded: draw(1, 3) === 1 ? 2000 : 0,
    };
  },
  vending: (draw) => {
    const sold = draw(15, 60);
    const salesFen = sold * draw(4, 12) * 100;
    return {
      sold,
      salesFen,
      cashFen: Math.round((salesFen * draw(5, 20)) / 10_000) * 100,
      doorOpenings: draw(0, 1),
      jams: draw(1, 8) === 1 ? 1 : 0,
    };
  },
  lipstick: (draw) => {
    const plays = draw(10, 45);
    return {
      plays,
      trials: draw(3, 15),
      stagesWon: plays + draw(0, 12),
      prizesOut: draw(0, 2),
      salesFen: plays * 1000,
    };
  },
  lottery: (draw) => {
    const plays = draw(40, 160);
    return {
      plays,
      cashCoins: plays,
      coinsIn: plays,
      ticketsOut: plays * draw(2, 5),
    };
  },
  cabinet: (draw) => {
    const plays = draw(8, 30);
    return { plays, prizesOut: draw(0, 2), salesFen: plays * 500, doorOpenings: draw(0, 2) };
  },
  deposit: (draw) => {
    const deposits = draw(8, 30);
    return { deposits, coinsIn: deposits * draw(15, 40), ticketsIn: deposits * draw(20, 80) };
  },
};

/** `share` of the day has passed; people came as they do on such a day to such a site. */
export function dayFigures(device: DemoDevice, { daysAgo, crowd }: DemoDay, share: number): Figures {
  const figures = ordinaryDays[device.type](chanceOf(`${device.code} ${daysAgo}`));
  const people = crowd * share * siteCrowd(device.owner, device.site);
  const counted: Figures = Object.fromEntries(
    Object.entries(figures).map(([counter, amount]) => [counter, Math.floor(amount * people)]),
  );
  if (device.type !== 'claw') return counted;
  const prizesOut = clawPrizes(chanceOf(`${device.code} ${daysAgo} prizes`), counted.plays ?? 0);
  const seen = countsFewCoins(device.code, daysAgo) ? 1 / coinsUncounted.oneIn : 1;
  const coins = (name: string) => Math.floor((counted[name] ?? 0) * seen);
  return { ...counted, prizesOut, cashCoins: coins('cashCoins'), coinsIn: coins('coinsIn') };
}

/** An amount of a day spread over the hours since opening, none lost and none added. */
export function dayHours(
  device: DemoDevice,
  { day, daysAgo }: DemoDay,
  whole: number,
  openHours: number,
): { hourAt: Date; amount: number }[] {
  const draw = chanceOf(`${device.code} ${daysAgo} hours`);
  const weights = crowdByHour.slice(0, openHours).map((weight) => weight * draw(50, 150));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const opensMs = opensOn(day);
  let passed = 0;
  let given = 0;
  return weights.flatMap((weight, index) => {
    passed += weight;
    const amount = Math.round((whole * passed) / all) - given;
    given += amount;
    return amount > 0 ? [{ hourAt: new Date(opensMs + index * hourMs), amount }] : [];
  });
}

const opensOn = (day: string) => startOfDay(day).getTime() + opensAtHour * hourMs;

export interface DayLine {
  at: Date;
  kind: string;
  data: Record<string, unknown>;
}

const linesPerDay = 12;

/** A few lines of a day's log: switched on, what people did, now and then a fault that staff mended, switched off. */
export function dayLines(device: DemoDevice, { day, daysAgo }: DemoDay): DayLine[] {
  const draw = chanceOf(`${device.code} ${daysAgo} log`);
  const opensMs = opensOn(day) - draw(5, 20) * minuteMs;
  const closesMs = opensMs + 12 * hourMs;
  const lines: DayLine[] = [
    { at: new Date(opensMs), kind: 'online', data: { firmware: '1.4.2', boot: draw(20, 90) } },
    { at: new Date(closesMs), kind: 'offline', data: { reason: 'shutdown' } },
  ];
  for (let index = 0; index < linesPerDay; index += 1)
    lines.push({ at: new Date(draw(opensMs, closesMs)), ...activity(device.type, draw) });
  const { faults } = definitionOf(device.type);
  if (draw(1, 6) === 1) {
    const code = faults[draw(0, faults.length - 1)] as string;
    const brokenMs = draw(opensMs, closesMs - hourMs);
    lines.push({ at: new Date(brokenMs), kind: 'fault', data: { code } });
    lines.push({
      at: new Date(brokenMs + draw(5, 50) * minuteMs),
      kind: 'faultCleared',
      data: { code },
    });
  }
  return lines.sort((a, b) => a.at.getTime() - b.at.getTime());
}

const activities: Record<DeviceType, readonly ((draw: Draw) => Omit<DayLine, 'at'>)[]> = {
  claw: [
    () => ({ kind: 'play', data: {} }),
    (draw) => ({ kind: 'coin', data: { amount: draw(1, 5) } }),
    () => ({ kind: 'win', data: { amount: 1 } }),
  ],
  exchange: [
    (draw) => ({ kind: 'note', data: { amount: [10, 20, 50][draw(0, 2)] } }),
    (draw) => ({ kind: 'dispense', data: { amount: draw(5, 60) } }),
  ],
  vending: [(draw) => ({ kind: 'vend', data: { lane: draw(1, 60), amount: 1 } })],
  lipstick: [() => ({ kind: 'play', data: {} }), (draw) => ({ kind: 'win', data: { lane: draw(1, 20) } })],
  lottery: [
    () => ({ kind: 'play', data: {} }),
    (draw) => ({ kind: 'ticket', data: { amount: draw(2, 20) } }),
  ],
  cabinet: [() => ({ kind: 'play', data: {} }), (draw) => ({ kind: 'door', data: { lane: draw(1, 20) } })],
  deposit: [(draw) => ({ kind: 'coin', data: { amount: draw(20, 120) } })],
};

function activity(type: DeviceType, draw: Draw): Omit<DayLine, 'at'> {
  const list = activities[type];
  return (list[draw(0, list.length - 1)] as (typeof list)[number])(draw);
}
