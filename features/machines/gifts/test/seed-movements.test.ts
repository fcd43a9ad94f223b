import { expect, it } from 'vitest';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { pastMovements } from '../server/seed-movements.ts';

const filler = { userId: 'u', userName: 'U' };
const capacity = 30;

/** At any hour of the day in China: the past ends now and never lies ahead. */
const moments = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 17, hour, 7)));

it('what fell each day is what was won, and stocks follow one from another up to those of today', () => {
  for (const now of moments) {
    const day = (ago: number) => businessDay(new Date(now.getTime() - ago * dayMs));
    const won = [5, 4, 3, 2, 1, 0].map((ago) => ({ day: day(ago), amount: 7 + ago }));
    const places = [0, 1, 2].map((machine) => ({
      ...{ giftId: 'g', costFen: 500, deviceId: `d${machine}`, siteId: 's' },
      ...{ stock: [0, 4, 28][machine] as number, capacity, won },
    }));
    const gifts = [{ id: 'g', costFen: 500, stock: 12, shelf: 60, alarmThreshold: 20 }];
    const since = new Date(now.getTime() - 12 * dayMs);
    const past = pastMovements(places, gifts, { now, since, filler });
    expect(past.every(({ at }, index) => at >= (past[index - 1]?.at ?? since) && at <= now)).toBe(true);
    let warehouse = 0;
    const machines = new Map<string, number>();
    for (const { kind, amount, stock, deviceStock, deviceId = '' } of past) {
      expect(amount).toBeGreaterThan(0);
      if (stock) {
        expect([stock.before, stock.after]).toEqual([
          warehouse,
          warehouse + (kind === 'in' ? amount : -amount),
        ]);
        warehouse = stock.after;
      }
      if (deviceStock) {
        const before = machines.get(deviceId) ?? 0;
        expect([deviceStock.before, deviceStock.after]).toEqual([
          before,
          before + (kind === 'load' ? amount : -amount),
        ]);
        expect(Math.max(deviceStock.before, deviceStock.after)).toBeLessThanOrEqual(capacity);
        machines.set(deviceId, deviceStock.after);
      }
    }
    expect([warehouse, ...machines.values()].sort()).toEqual([12, 0, 4, 28].sort());
    const fell = past.filter(({ kind, deviceId }) => kind === 'won' && deviceId === 'd1');
    expect(fell.map(({ at, amount }) => [businessDay(at), amount])).toEqual(
      won.map(({ day: on, amount }) => [on, amount]),
    );
  }
});
