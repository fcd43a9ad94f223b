import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlayer, forgetPlayer, recognise, rememberPlayer } from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { marketingContract } from '#features/loyalty/marketing/contract.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { balance } from '#features/money/wallet/test/purse.ts';
import { firstSite, secondSite } from '#features/people/members/test/hall.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { redpacketsContract as calls } from '../contract.ts';
import { endOverCampaigns } from '../server/end-campaign.ts';
import { stageOf } from './stage.ts';

const { server } = testServer();
let stage: ReturnType<typeof stageOf>;
beforeAll(async () => {
  stage = stageOf(server);
  await stage.earn(5_000_00);
});
afterAll(() => expectBooksRight(server));

const available = () => balance(server, 'available');

describe('the budget', () => {
  it('is set aside from the wallet when the campaign starts, and its rest comes back at the end', async () => {
    const before = await available();
    const { id, token } = await stage.start({ target: 'balance', eachFen: 300 });
    expect(await available()).toBe(before - 900);
    const { client, playerId } = await stage.guest();
    await stage.open(client, token);
    expect(await stage.owned(playerId, 'fen')).toBe(300);
    expect(await stage.read(id)).toMatchObject({ held: 600, given: 300, claims: 1, state: 'running' });
    await (await stage.staff()).call(calls.endCampaigns, { ids: [id] });
    expect(await available()).toBe(before - 300);
    expect(await stage.held(id, 'fen')).toBe(0);
    expect(await stage.read(id)).toMatchObject({ held: 0, released: 600, state: 'ended' });
    expect(await refusalOf(stage.open((await stage.guest()).client, token))).toBe('redpackets:error.over');
  });

  it('of coins comes from the mint and is no money of the wallet', async () => {
    const before = await available();
    const { id, token } = await stage.start({ target: 'coin', split: 'random', budgetCoins: 31, pieces: 4 });
    expect(await available()).toBe(before);
    expect(await stage.held(id, 'coin')).toBe(31);
    const guests = await stage.guests(4);
    for (const { client } of guests) await stage.open(client, token);
    const owned = await Promise.all(guests.map(({ playerId }) => stage.owned(playerId, 'coin')));
    expect(owned.reduce((sum, coins) => sum + coins, 0)).toBe(31);
    expect(Math.min(...owned)).toBeGreaterThan(0);
    expect(await stage.read(id)).toMatchObject({ state: 'spent', held: 0, given: 31 });
  });

  it('can not be more than the wallet has', async () => {
    const all = await available();
    const wish = { target: 'balance', split: 'random', pieces: 100, budgetFen: all + 1 } as const;
    expect(await refusalOf(stage.start(wish))).toBe('wallet:error.aboveAvailable');
    expect(await available()).toBe(all);
  });

  it('has at least what WeChat transfers for each packet, and at most what a packet may be', async () => {
    const wish = { target: 'wechat', split: 'random', pieces: 100 } as const;
    expect(await refusalOf(stage.start({ ...wish, budgetFen: 999 }))).toBe('redpackets:error.tooSmall');
    const one = { target: 'balance', split: 'random', pieces: 1 } as const;
    expect(await refusalOf(stage.start({ ...one, budgetFen: 20_001 }))).toBe('redpackets:error.tooLarge');
  });

  it('counts against the allowance: above it a second person is asked, and nothing is set aside before', async () => {
    const owner = await stage.staff();
    const { client: clerk } = await hireStaff(server, owner, [
      ...['redpackets.view', 'redpackets.edit', 'wallet.view', 'allowance.view'],
    ]);
    const before = await available();
    const { id, asked } = await stage.start({ target: 'balance', pieces: 10, eachFen: 5000 }, clerk);
    expect(asked).toBeTruthy();
    expect(await available()).toBe(before);
    await owner.call(allowanceContract.decideRequest, { id: asked as string, agree: true });
    expect(await available()).toBe(before - 500_00);
    expect(await stage.read(id)).toMatchObject({ held: 500_00, state: 'running' });
    await owner.call(calls.endCampaigns, { ids: [id] });
    expect(await available()).toBe(before);
    const { records } = await owner.call(allowanceContract.listGiven, { door: 'redPacket', size: 50 });
    expect(records.find((given) => given.worthFen === 500_00)).toMatchObject({ countsFen: 0, agreed: true });
  });
});

describe('races', () => {
  it('fifty people at the last packet: one has it, and nothing more leaves the campaign', async () => {
    const { id, token } = await stage.start({ target: 'balance', pieces: 1, eachFen: 700 });
    const guests = await stage.guests(50);
    const answers = await Promise.all(guests.map(({ client }) => refusalOf(stage.open(client, token))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    for (const answer of answers)
      expect(['done', 'redpackets:error.gone', 'redpackets:error.busy']).toContain(answer);
    const owned = await Promise.all(guests.map(({ playerId }) => stage.owned(playerId, 'fen')));
    expect(owned.reduce((sum, fen) => sum + fen, 0)).toBe(700);
    expect(await stage.held(id, 'fen')).toBe(0);
  });

  it('fifty people at ten packets of a random budget open exactly the budget', async () => {
    const { id, token } = await stage.start({
      target: 'balance',
      split: 'random',
      pieces: 10,
      budgetFen: 1234,
    });
    const guests = await stage.guests(50);
    const tries = async (client: (typeof guests)[number]['client']): Promise<string> => {
      const answer = await refusalOf(stage.open(client, token));
      return answer === 'redpackets:error.busy' ? tries(client) : answer;
    };
    const answers = await Promise.all(guests.map(({ client }) => tries(client)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(10);
    const owned = await Promise.all(guests.map(({ playerId }) => stage.owned(playerId, 'fen')));
    expect(owned.reduce((sum, fen) => sum + fen, 0)).toBe(1234);
    expect(await stage.held(id, 'fen')).toBe(0);
  });

  it('one player who taps fifty times has one packet', async () => {
    const { id, token } = await stage.start({ target: 'coin', pieces: 100 });
    const { client, playerId } = await stage.guest();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refusalOf(stage.open(client, token))));
    expect(answers.filter((answer) => answer === 'done').length).toBeGreaterThan(0);
    expect(await stage.owned(playerId, 'coin')).toBe(5);
    expect(await stage.read(id)).toMatchObject({ claims: 1 });
  });

  it('a campaign that ends while packets are opened gives or takes back each of them, never both', async () => {
    const before = await available();
    const { id, token } = await stage.start({ target: 'balance', pieces: 20, eachFen: 100 });
    const guests = await stage.guests(20);
    const owner = await stage.staff();
    const [answers] = await Promise.all([
      Promise.all(guests.map(({ client }) => refusalOf(stage.open(client, token)))),
      owner.call(calls.endCampaigns, { ids: [id] }),
    ]);
    const opened = answers.filter((answer) => answer === 'done').length;
    expect(await available()).toBe(before - opened * 100);
    expect(await stage.held(id, 'fen')).toBe(0);
  });

  it('two campaigns for the last money of the wallet: one starts', async () => {
    const all = await available();
    const owner = await stage.staff();
    const half = Math.floor(all / 2) + 1;
    const pieces = Math.ceil(half / 20_000);
    const wish = { target: 'balance', split: 'random', pieces, budgetFen: half } as const;
    const answers = await Promise.all([1, 2].map(() => refusalOf(stage.start(wish, owner))));
    expect(answers.toSorted()).toEqual(['done', 'wallet:error.aboveAvailable']);
    const { records } = await owner.call(calls.listCampaigns, { size: 1 });
    await owner.call(calls.endCampaigns, { ids: [records[0]!.id] });
    expect(await available()).toBe(all);
  });
});

describe('once for a person', () => {
  it('and for a phone, whichever account it is', async () => {
    const { token } = await stage.start({ pieces: 5 });
    const first = await stage.guest();
    await stage.open(first.client, token);
    expect(await refusalOf(stage.open(first.client, token))).toBe('redpackets:error.claimed');
    const other = await stage.guest({ phone: first.phone });
    expect(await refusalOf(stage.open(other.client, token))).toBe('redpackets:error.claimed');
    expect(await stage.page(other.client, token)).toMatchObject({ state: 'claimed', claim: null });
    expect(await stage.page(first.client, token)).toMatchObject({ state: 'claimed', claim: { amount: 5 } });
  });

  it('also after the account was deleted and made again', async () => {
    const { token } = await stage.start({ pieces: 5, needsPhone: false });
    const first = await stage.guest();
    const { services } = server;
    await stage.open(first.client, token);
    const row = (await findPlayer(services.db.read, first.playerId))!;
    await services.db.transaction((tx) => forgetPlayer(tx, services, first.playerId, server.clock.now()));
    const again = await services.db.transaction(async (tx) => {
      const player = await rememberPlayer(tx, { platform: 'wechat', appId: row.appId, openId: row.openId });
      await recognise(tx, services, player, server.clock.now());
      return player;
    });
    expect(again.id).not.toBe(first.playerId);
    const client = await stage.clientOf(again.id);
    expect(await refusalOf(stage.open(client, token))).toBe('redpackets:error.claimed');
  });

  it('needs a phone where the campaign says so', async () => {
    const { token } = await stage.start({ pieces: 5 });
    const playerId = await stage.hall.guest();
    const client = await stage.clientOf(playerId);
    expect(await stage.page(client, token)).toMatchObject({ state: 'needsPhone' });
    expect(await refusalOf(stage.open(client, token))).toBe('redpackets:error.needsPhone');
  });
});

describe('for whom it is', () => {
  it('new players: not for somebody who has paid here', async () => {
    const { token } = await stage.start({ audience: 'new' });
    const [known, fresh] = await stage.guests(2);
    await stage.hall.topUp(known!.playerId, 1000);
    expect(await stage.page(known!.client, token)).toMatchObject({ state: 'notYou' });
    expect(await refusalOf(stage.open(known!.client, token))).toBe('redpackets:error.notYou');
    expect(await stage.open(fresh!.client, token)).toMatchObject({ amount: 5, state: 'given' });
  });

  it('after a top-up of so much', async () => {
    const { token } = await stage.start({ audience: 'toppedUp', topUpFen: 5000 });
    const { client, playerId } = await stage.guest();
    await stage.hall.topUp(playerId, 4900);
    expect(await refusalOf(stage.open(client, token))).toBe('redpackets:error.notYou');
    await stage.hall.topUp(playerId, 5000);
    expect(await stage.open(client, token)).toMatchObject({ state: 'given' });
  });

  it('who was away, and stays invited who comes and pays after having seen it', async () => {
    const [gone, nobody] = await stage.guests(2);
    await stage.hall.topUp(gone!.playerId, 1000);
    await server.services.db
      .raw`update orders set paid_at = paid_at - interval '40 days', created_at = created_at - interval '40 days'
      where player_id = ${gone!.playerId}`;
    const { token } = await stage.start({ audience: 'away', awayDays: 30 });
    expect(await refusalOf(stage.open(nobody!.client, token))).toBe('redpackets:error.notYou');
    expect(await gone!.client.call(calls.meetPackets, { token })).toHaveLength(1);
    await stage.hall.topUp(gone!.playerId, 1000);
    expect(await stage.open(gone!.client, token)).toMatchObject({ state: 'given' });
  });

  it('at its own sites alone, on its own days alone', async () => {
    const { client } = await stage.guest();
    const { token } = await stage.start({ siteIds: [firstSite] });
    expect(await refusalOf(stage.open(client, token, secondSite))).toBe('redpackets:error.otherSite');
    const later = await stage.start({ fromDay: stage.inDays(2), untilDay: stage.inDays(3) });
    expect(await stage.page(client, later.token)).toMatchObject({ state: 'early' });
    expect(await refusalOf(stage.open(client, later.token))).toBe('redpackets:error.early');
    expect(await refusalOf(stage.start({ fromDay: stage.inDays(-1) }))).toContain('pastDay');
  });
});

describe('who would have come anyway', () => {
  it('a share is not shown the packet, always the same people, and both groups are counted', async () => {
    const { id, token } = await stage.start({ pieces: 100, holdOutPercent: 20 });
    const guests = await stage.guests(60);
    const states: string[] = [];
    for (const { client } of guests) {
      await client.call(calls.meetPackets, { token });
      const { state } = await stage.page(client, token);
      expect((await stage.page(client, token)).state).toBe(state);
      states.push(state);
    }
    const heldOut = guests.filter((_, place) => states[place] === 'none');
    expect(heldOut.length).toBeGreaterThan(2);
    expect(heldOut.length).toBeLessThan(28);
    expect(await refusalOf(stage.open(heldOut[0]!.client, token))).toBe('redpackets:error.none');
    const shown = guests.filter((_, place) => states[place] === 'open');
    await stage.open(shown[0]!.client, token);
    await stage.hall.topUp(shown[0]!.playerId, 2000);
    await stage.hall.topUp(heldOut[0]!.playerId, 1500);
    expect(await stage.read(id)).toMatchObject({
      shown: { people: shown.length, comers: 1, visits: 1, incomeFen: 2000 },
      heldOut: { people: heldOut.length, comers: 1, visits: 1, incomeFen: 1500 },
      visitsJudged: { verdict: 'tooFew', chance: null },
      visits: 1,
    });
  });

  it('what was paid before the draw counts for nobody', async () => {
    const { id, token } = await stage.start({ pieces: 10 });
    const { client, playerId } = await stage.guest();
    await stage.hall.topUp(playerId, 2000);
    server.clock.forward(1000);
    await client.call(calls.meetPackets, { token });
    expect(await stage.read(id)).toMatchObject({ shown: { people: 1, comers: 0, incomeFen: 0 } });
  });
});

describe('what staff see', () => {
  it('lists campaigns with what a visit cost, and who opened packets', async () => {
    const { id, token } = await stage.start({ name: 'listed', target: 'balance', eachFen: 600 });
    const { client, playerId } = await stage.guest();
    await stage.open(client, token);
    await stage.hall.topUp(playerId, 1000);
    const owner = await stage.staff();
    const { records } = await owner.call(calls.listCampaigns, { name: 'listed' });
    expect(records).toMatchObject([{ id, given: 600, claims: 1, visits: 1, costPerVisitFen: 600 }]);
    const claims = await owner.call(calls.listPacketClaims, { campaignId: id });
    expect(claims.records).toMatchObject([
      { playerId, amount: 600, unit: 'fen', state: 'given', fieldId: firstSite },
    ]);
    const { tools } = await owner.call(marketingContract.readTools, { days: 7 });
    const tool = tools.find(({ key }) => key === 'redPackets');
    expect(tool).toMatchObject({ path: '/redPacket' });
    expect(tool!.givenFen).toBeGreaterThanOrEqual(600);
    expect(tool!.incomeFen).toBeGreaterThanOrEqual(1000);
    expect(tools.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['tasks', 'vouchers', 'cards', 'discounts']),
    );
  });

  it('who works at one site neither sees nor ends campaigns of another', async () => {
    const { id } = await stage.start({ siteIds: [firstSite] });
    const rights = ['redpackets.view', 'redpackets.edit'];
    const { client } = await hireStaff(server, await stage.staff(), rights, [secondSite]);
    expect(await refusalOf(client.call(calls.readCampaign, { id }))).toBe('kit:error.notFound');
    expect(await refusalOf(client.call(calls.endCampaigns, { ids: [id] }))).toBe('kit:error.notFound');
    expect(await refusalOf(stage.start({ siteIds: [] }, client))).toBe('redpackets:error.allSites');
    expect(
      (await client.call(calls.listCampaigns, { size: 100 })).records.map((row) => row.id),
    ).not.toContain(id);
  });
});

/** Last in the file: it moves the clock by days. */
describe('the last day', () => {
  it('ends a campaign when it is over at its site, by itself', async () => {
    const { id } = await stage.start({ target: 'balance', eachFen: 100, untilDay: stage.inDays(0) });
    await endOverCampaigns(server.services);
    expect(await stage.held(id, 'fen')).toBe(300);
    server.clock.forward(dayMs + 6 * hourMs);
    await endOverCampaigns(server.services);
    expect(await stage.held(id, 'fen')).toBe(0);
    expect(await stage.read(id)).toMatchObject({ state: 'ended', released: 300 });
  });
});
