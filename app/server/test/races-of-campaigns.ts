import { expect } from 'vitest';
import { redpacketsContract as packets } from '#features/loyalty/redpackets/contract.ts';
import { firstSite } from '#features/people/members/test/hall.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Races, Track } from './race-track.ts';

type Wish = InputOf<typeof packets.startCampaign>;

const mostEachFen = 20_000;

/** Into WeChat: that money leaves the house, so what was topped up lately may not go this way. */
const wish = ({ arcade: { server } }: Track, target: 'balance' | 'wechat', budgetFen: number): Wish => {
  const today = businessDay(server.clock.now());
  return {
    ...{ name: 'race', target, pieces: Math.ceil(budgetFen / mostEachFen), budgetFen },
    ...{ fromDay: today, untilDay: addDays(today, 3), needsPhone: false, holdOutPercent: 0 },
  };
};

const end = async ({ owner }: Track) => {
  const { records } = await owner.call(packets.listCampaigns, { size: 100 });
  const ids = records.filter(({ name, state }) => name === 'race' && state !== 'ended').map(({ id }) => id);
  if (ids.length > 0) await owner.call(packets.endCampaigns, { ids });
};

export const campaignRaces: Races = {
  async 'redpackets.startCampaign'(track) {
    const start = (amountFen: number) =>
      track.owner.call(packets.startCampaign, wish(track, 'wechat', amountFen));
    expect(await track.race(start)).toBeLessThanOrEqual(1);
    await end(track);
  },
  async 'redpackets.endCampaigns'(track) {
    const before = await track.arcade.wallet('available');
    const frozen = await track.arcade.wallet('frozen');
    const budgetFen = Math.floor((await track.free()) / 2);
    const { id } = await track.owner.call(packets.startCampaign, wish(track, 'wechat', budgetFen));
    await track.race(() => track.owner.call(packets.endCampaigns, { ids: [id] }), budgetFen);
    const asked = (await track.arcade.wallet('frozen')) - frozen;
    expect(await track.arcade.wallet('available')).toBe(before - asked);
  },
  async 'redpackets.openPacket'(track) {
    const { id } = await track.owner.call(packets.startCampaign, {
      ...wish(track, 'balance', 600),
      ...{ pieces: 2, siteIds: [firstSite] },
    });
    const { path } = await track.owner.call(packets.readCampaign, { id });
    const token = new URLSearchParams(path.split('?')[1]).get('packet') as string;
    const guests = [await track.guest(), await track.guest(), await track.guest(), await track.guest()];
    const opened = await track.race((_, place) =>
      (guests[place] as (typeof guests)[number]).client.call(packets.openPacket, {
        token,
        fieldId: firstSite,
      }),
    );
    expect(opened).toBe(2);
    const owned = await Promise.all(guests.map(({ client }) => track.balanceOf(client)));
    expect(owned.reduce((sum, fen) => sum + fen, 0)).toBe(600);
    await end(track);
  },
};
