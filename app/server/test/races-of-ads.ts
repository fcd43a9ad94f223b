import { expect } from 'vitest';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { firstSite } from '#features/people/members/test/hall.ts';
import { adtasksContract as adtasks } from '#features/selling/adtasks/contract.ts';
import { hearPlays } from '#features/selling/adtasks/server/hear-plays.ts';
import { tenantId } from '#features/selling/orders/test/arcade.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Races } from './race-track.ts';

const priceFen = 10_00;
const budgetFen = 35_00;

export const adRaces: Races = {
  /** Two counts of two plays each, and a budget for three plays: each is decided once, the last is cut. */
  async 'adtasks.decideDoubt'(track) {
    const { server } = track.arcade;
    const admin = await track.logIn('admin');
    const { records } = await admin.call(adtasks.listOffers, { size: 100 });
    const today = businessDay(server.clock.now());
    const { id: taskId } = await admin.call(adtasks.offerTask, {
      ...{ title: 'race', link: records.at(-1)!.link, seconds: 10, priceFen, budgetFen, types: ['claw'] },
      ...{ fromDay: today, toDay: addDays(today, 3) },
    });
    const { id: deviceId } = await createTestDevice(server, { type: 'claw', siteId: firstSite });
    const told = { tenantId, deviceId, siteId: firstSite, itemId: taskId, aside: 'tooMany' as const };
    await server.services.db.transaction((tx) =>
      hearPlays(
        tx,
        server.services,
        [1, 2].map((hour) => ({ ...told, thousandths: 2000, hourAt: new Date(hour * 3_600_000) })),
      ),
    );
    const doubts = (await admin.call(adtasks.listDoubts, { size: 100 })).records.filter(
      ({ title }) => title === 'race',
    );
    expect(doubts).toHaveLength(2);
    const approve = (_: number, place: number) =>
      admin.call(adtasks.decideDoubt, { id: doubts[place % 2]!.id, approve: true });
    expect(await track.race(approve, 3 * priceFen)).toBe(2);
    const paid = (await admin.call(adtasks.listOffers, { title: 'race' })).records[0]!;
    expect([paid.paidFen, paid.plays]).toEqual([3 * priceFen, 3]);
  },
};
