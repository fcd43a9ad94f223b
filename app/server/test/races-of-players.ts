import { expect } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { identitiesContract } from '#features/people/identities/contract.ts';
import { type Twins, twinsOf } from '#features/people/identities/test/twins.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { refreshDue } from '#features/people/members/server/refresh-members.ts';
import { firstSite } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Races, Track } from './race-track.ts';

const owedFen = 1500;
let phones = 0;

/** Somebody whom the merchant owes ¥15 from before. */
function oldPlayer() {
  phones += 1;
  const phone = `1350077${String(phones).padStart(4, '0')}`;
  const content = Buffer.from(`phone,name,balance\r\n${phone},Wang,${owedFen / 100}`).toString('base64');
  return { phone, file: { fieldId: firstSite, fileName: 'old.csv', content } };
}
async function brought({ owner }: Track) {
  const { phone, file } = oldPlayer();
  const { seen } = await owner.call(membersContract.previewOldPlayers, file);
  await owner.call(membersContract.importOldPlayers, { ...file, seen });
  return phone;
}
const waiting = async ({ owner }: Track, word: string) =>
  (await owner.call(membersContract.listOldPlayers, { word })).records.map(({ id, state, balanceFen }) => ({
    ...{ id, state, balanceFen },
  }));

const codeSentTo = ({ arcade }: Track, phone: string) =>
  arcade.server.messages.findLast((message) => message.phone === phone)?.params.code as string;

/** Two records of one person, with ¥15 on the one that is joined into the other. */
async function twins(track: Track) {
  const people = twinsOf(() => track.arcade.server);
  const pair = await people.bothProven();
  await track.hall.topUp(pair.alipay, owedFen);
  return { people, pair };
}
const has = async (track: Track, { wechat, alipay }: Twins) =>
  Promise.all([wechat, alipay].map(async (id) => track.balanceOf(await track.clientOf(id))));
/** Staff see members, whose figures follow what was paid. */
const followed = ({ arcade: { server } }: Track) =>
  server.services.db.transaction((tx) => refreshDue(tx, server.clock.now()));

async function asStaff(track: Track) {
  const { people, pair } = await twins(track);
  await track.hall.topUp(pair.wechat, 100);
  await followed(track);
  const ids = { playerId: pair.wechat, otherId: pair.alipay };
  const { seen } = await track.owner.call(identitiesContract.previewMemberJoin, ids);
  return { people, pair, wish: { ...ids, reason: 'race', seen } };
}

/** What a player has is no account that a withdrawal touches: withdrawals beside these find only the server busy. */
export const playerRaces: Races = {
  async 'members.importOldPlayers'(track) {
    const { phone, file } = oldPlayer();
    const { seen } = await track.owner.call(membersContract.previewOldPlayers, file);
    const bring = (_: number, place: number) =>
      track.owner.call(membersContract.importOldPlayers, { ...file, fileName: `${place}.csv`, seen });
    expect(await track.race(bring)).toBe(1);
    expect(await waiting(track, phone)).toMatchObject([{ balanceFen: owedFen }]);
  },
  async 'members.revokeOldPlayers'(track) {
    const [one] = await waiting(track, await brought(track));
    const revoke = () =>
      track.owner.call(membersContract.revokeOldPlayers, { ids: [one!.id], reason: 'race' });
    expect(await track.race(revoke)).toBe(1);
  },
  async 'allowance.decideRequest'(track) {
    const rights = ['members.view', 'members.import', 'allowance.view'];
    const { client } = await hireStaff(track.arcade.server, track.owner, rights);
    const { phone, file } = oldPlayer();
    const large = {
      ...file,
      content: Buffer.from(`phone,name,balance\r\n${phone},Wang,50000`).toString('base64'),
    };
    const { seen } = await client.call(membersContract.previewOldPlayers, large);
    const { asked } = await client.call(membersContract.importOldPlayers, { ...large, seen });
    const agree = () =>
      track.owner.call(allowanceContract.decideRequest, { id: asked!, agree: true, reason: '' });
    expect(await track.race(agree)).toBe(1);
    expect(await waiting(track, phone)).toMatchObject([{ balanceFen: 5_000_000 }]);
  },
  async 'identities.proveOwnPhone'(track) {
    const phone = await brought(track);
    const { client } = await track.guest();
    await client.call(playersContract.sendLoginCode, { phone });
    const code = codeSentTo(track, phone);
    expect(await track.race(() => client.call(identitiesContract.proveOwnPhone, { phone, code }))).toBe(1);
    expect(await track.balanceOf(client)).toBe(owedFen);
  },
  async 'players.logInByPhone'(track) {
    const { server } = track.arcade;
    const phone = await brought(track);
    const nobody = await server.as(undefined);
    server.clock.forward(61 * secondMs);
    await nobody.call(playersContract.sendLoginCode, { phone });
    const code = codeSentTo(track, phone);
    const tokens: string[] = [];
    const logIn = async () =>
      tokens.push((await nobody.call(playersContract.logInByPhone, { phone, code })).access_token);
    expect(await track.race(logIn)).toBe(1);
    expect(await track.balanceOf(server.withToken(tokens[0]!))).toBe(owedFen);
  },
  async 'playerapp.changePhone'(track) {
    const phone = await brought(track);
    const { client } = await track.guest();
    await client.call(playerAppContract.sendNewPhoneCode, { phone });
    const code = codeSentTo(track, phone);
    await track.race(() => client.call(playerAppContract.changePhone, { phone, code }));
    expect(await track.balanceOf(client)).toBe(owedFen);
  },
  async 'identities.joinOwn'(track) {
    const { pair } = await twins(track);
    const client: Client = await track.clientOf(pair.wechat);
    const { seen } = await client.call(identitiesContract.previewOwnJoin, { playerId: pair.alipay });
    await track.race(() => client.call(identitiesContract.joinOwn, { playerId: pair.alipay, seen }));
    expect(await track.balanceOf(client)).toBe(owedFen);
  },
  async 'identities.splitOwn'(track) {
    const { people, pair } = await twins(track);
    const id = await people.join(pair);
    const client = await track.clientOf(pair.wechat);
    const { seen } = await client.call(identitiesContract.previewOwnSplit, { id });
    await track.race(() => client.call(identitiesContract.splitOwn, { id, seen }));
    expect(await has(track, pair)).toEqual([0, owedFen]);
  },
  async 'identities.joinMembers'(track) {
    const { pair, wish } = await asStaff(track);
    await track.race(() => track.owner.call(identitiesContract.joinMembers, wish));
    expect(await track.balanceOf(await track.clientOf(pair.wechat))).toBe(owedFen + 100);
  },
  async 'identities.splitMembers'(track) {
    const { people, pair, wish } = await asStaff(track);
    const joined = await track.owner.call(identitiesContract.joinMembers, wish);
    const id = joined.waitsUntil ? await people.timeComes(joined.id) : joined.id;
    const { seen } = await track.owner.call(identitiesContract.previewMemberSplit, { id });
    await track.race(() => track.owner.call(identitiesContract.splitMembers, { id, reason: 'race', seen }));
    expect(await has(track, pair)).toEqual([100, owedFen]);
  },
};
