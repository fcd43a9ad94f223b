/** Every call that moves money, many times at once and beside withdrawals: nobody sends out more than there was. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOf } from './endpoint-calls.ts';
import { getReady, openTrack, type Races, type Track } from './race-track.ts';
import { adRaces } from './races-of-ads.ts';
import { campaignRaces } from './races-of-campaigns.ts';
import { groupBuyRaces } from './races-of-groupbuys.ts';
import { orderRaces } from './races-of-orders.ts';
import { playerRaces } from './races-of-players.ts';
import { walletRaces } from './races-of-wallets.ts';

let track: Track;
beforeAll(async () => {
  track = await openTrack();
});
afterAll(() => track.arcade.close());

const races: Races = {
  ...walletRaces,
  ...orderRaces,
  ...playerRaces,
  ...campaignRaces,
  ...groupBuyRaces,
  ...adRaces,
};

// that no call forgets to say it, is read in the sources by `npm run lint` (scripts/checks/booking-calls.ts)
it('every call that moves money is raced here', () => {
  const moving = endpointsOf(track.arcade.server).flatMap(([name, { books, lets }]) =>
    books === 'money' || lets === 'money' ? [name] : [],
  );
  expect(Object.keys(races).toSorted()).toEqual(moving.toSorted());
});

describe('many at once, beside withdrawals', () => {
  for (const [name, race] of Object.entries(races))
    it(name, async () => {
      await getReady(track);
      await race(track);
    });
});
