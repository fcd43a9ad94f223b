import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provePhone } from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { membersContract as calls } from '../contract.ts';
import { firstSite, hallOf, secondSite, tenantId } from './hall.ts';

const { server, staff } = testServer();
const merchant = staff('merchant', 'en-us');
let hall: ReturnType<typeof hallOf>;
beforeAll(async () => {
  hall = hallOf(server);
});
afterAll(() => expectBooksRight(server));

let numbers = 0;
const newPhone = () => `1350000${String(numbers++).padStart(4, '0')}`;
type Line = [phone: string, name: string, balance: string, coins: string, level: string, note: string];
type OldFile = Omit<InputOf<typeof calls.importOldPlayers>, 'seen'>;
const fileOf = (...lines: Partial<Line>[]): OldFile => ({
  fieldId: firstSite,
  fileName: 'old.csv',
  content: Buffer.from(
    ['phone,name,balance,coins,level,note', ...lines.map((line) => line.join(','))].join('\r\n'),
  ).toString('base64'),
});
async function bring(file: OldFile, client = merchant): Promise<number> {
  const { seen } = await client.call(calls.previewOldPlayers, file);
  return (await client.call(calls.importOldPlayers, { ...file, seen })).players;
}
const proves = (playerId: string, phone: string) =>
  server.services.db.transaction((tx) =>
    provePhone(tx, server.services, { playerId, phone, now: server.clock.now() }),
  );
const unclaimed = async () => (await merchant.call(calls.readOverview, {})).unclaimed;
const find = async (word: string) => (await merchant.call(calls.listOldPlayers, { word })).records;

describe('a file of old players', () => {
  it('is shown before anything happens, and then brings what the merchant owes them', async () => {
    const [first, second] = [newPhone(), newPhone()];
    const file = fileOf([first, 'Zhang', '12.50', '30', '', 'left-handed'], [second, 'Li', '', '5', '', '']);
    const before = await unclaimed();
    const preview = await merchant.call(calls.previewOldPlayers, file);
    expect(preview).toMatchObject({ players: 2, balanceFen: 1250, coins: 35, wrongLines: 0 });
    expect(preview.first[0]).toMatchObject({ line: 2, phone: `135****${first.slice(-4)}`, balanceFen: 1250 });
    expect(await unclaimed()).toEqual(before);
    await merchant.call(calls.importOldPlayers, { ...file, seen: preview.seen });
    expect(await unclaimed()).toEqual({
      players: before.players + 2,
      balanceFen: before.balanceFen + 1250,
      coins: before.coins + 35,
    });
    expect(await find(first)).toMatchObject([{ state: 'waiting', line: 2, balanceFen: 1250, coins: 30 }]);
    await expectBooksRight(server);
  });

  it('with a wrong line brings nobody, and says which line and why', async () => {
    const good = newPhone();
    const file = fileOf([good, '', '10'], ['123', '', '10'], [newPhone(), '', 'ten']);
    const { wrong, seen } = await merchant.call(calls.previewOldPlayers, file);
    expect(wrong).toEqual([
      { line: 3, reason: '“123” is no mobile number' },
      { line: 4, reason: '“ten” is no amount' },
    ]);
    expect(await refusalOf(merchant.call(calls.importOldPlayers, { ...file, seen }))).toBe(
      'members:error.wrongLines',
    );
    expect(await find(good)).toEqual([]);
  });

  it('is noticed the second time, and so is anybody who stands in another file again', async () => {
    const [first, second] = [newPhone(), newPhone()];
    expect(await bring(fileOf([first, 'A', '1']))).toBe(1);
    expect(await refusal(merchant.call(calls.previewOldPlayers, fileOf([first, 'A', '1.00'])))).toMatchObject(
      {
        key: 'members:error.sameFile',
      },
    );
    const { wrong } = await merchant.call(
      calls.previewOldPlayers,
      fileOf([second, 'B', '2'], [first, 'A', '1']),
    );
    expect(wrong).toEqual([{ line: 3, reason: 'this phone was brought along before' }]);
    expect(await bring({ ...fileOf([first, 'A', '1']), fieldId: secondSite })).toBe(1);
  });

  it('brings each once, though it is sent by many at the same time', async () => {
    const phone = newPhone();
    const file = fileOf([phone, 'Once', '3', '7']);
    const { seen } = await merchant.call(calls.previewOldPlayers, file);
    const tries = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        refusalOf(merchant.call(calls.importOldPlayers, { ...file, fileName: `${n}.csv`, seen })),
      ),
    );
    expect(tries.filter((one) => one === 'done')).toHaveLength(1);
    expect(await find(phone)).toHaveLength(1);
  });

  it('needs the right, an own site, a file that can be read, and coins within the limit of the day', async () => {
    const file = fileOf([newPhone(), '', '1']);
    const { client: viewer } = await hireStaff(server, merchant, ['members.view']);
    expect(await refusalOf(viewer.call(calls.previewOldPlayers, file))).toBe('kit:error.noPermission');
    const { client: staff } = await hireStaff(
      server,
      merchant,
      ['members.view', 'members.import'],
      [secondSite],
    );
    expect(await refusalOf(staff.call(calls.previewOldPlayers, file))).not.toBe('done');
    const broken = { ...file, content: Buffer.from('PK\u0003\u0004 no zip').toString('base64') };
    expect(await refusalOf(merchant.call(calls.previewOldPlayers, broken))).toBe('members:error.unreadable');
    const phone = newPhone();
    const many = { ...fileOf([phone, '', '', '90000']), fieldId: secondSite };
    const { seen } = await staff.call(calls.previewOldPlayers, many);
    const { asked } = await staff.call(calls.importOldPlayers, { ...many, seen });
    expect([asked === null, await find(phone)]).toEqual([false, []]);
    const [level] = (await merchant.call(calls.listLevels, {})).records;
    const raised = { ...fileOf([newPhone(), '', '', '', level?.name]), fieldId: secondSite };
    expect(await refusalOf(staff.call(calls.previewOldPlayers, raised))).toBe('members:error.levelsAllSites');
    expect(await bring(many)).toBe(1);
  });
});

describe('what waits for an old player', () => {
  it('becomes the player’s who proves the phone, once, with note and level', async () => {
    const phone = newPhone();
    const { records: levels } = await merchant.call(calls.listLevels, {});
    await bring(fileOf([phone, 'Wang', '80', '15', levels[0]!.name, 'likes bears']));
    const stranger = await hall.guest();
    await proves(stranger, newPhone());
    expect(await find(phone)).toMatchObject([{ state: 'waiting' }]);
    const playerId = await hall.guest();
    await proves(playerId, phone);
    await proves(playerId, phone);
    await proves(stranger, phone);
    expect(await find(phone)).toMatchObject([{ state: 'claimed', playerId }]);
    expect(await merchant.call(calls.readMember, { playerId })).toMatchObject({
      balanceFen: 8000,
      coins: 15,
      levelName: levels[0]!.name,
      note: 'likes bears',
      visits: 0,
      segment: null,
    });
    await expectBooksRight(server);
  });

  it('is taken back with a reason as long as nobody claimed it, and can be brought again', async () => {
    const [kept, gone] = [newPhone(), newPhone()];
    await bring(fileOf([kept, 'K', '5'], [gone, 'G', '6', '2']));
    await proves(await hall.guest(), kept);
    const [first, second] = [(await find(kept))[0]!.id, (await find(gone))[0]!.id];
    const tried = (ids: string[]) =>
      refusalOf(merchant.call(calls.revokeOldPlayers, { ids, reason: 'wrong list' }));
    expect(await tried([first, second])).toBe('members:error.notWaiting');
    expect(await tried([second])).toBe('done');
    expect(await tried([second])).toBe('members:error.notWaiting');
    await proves(await hall.guest(), gone);
    expect(await find(gone)).toMatchObject([{ state: 'revoked' }]);
    expect(await bring(fileOf([gone, 'G', '4', '2']))).toBe(1);
    const logged = await server.services.db.raw<{ action: string }[]>`
      select action from audit_entry where tenant_id = ${tenantId} and action = 'members.revokeOld'`;
    expect(logged).toHaveLength(1);
    await expectBooksRight(server);
  });
});
