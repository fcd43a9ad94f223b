import { beforeAll, describe, expect, it } from 'vitest';
import { findVisitor } from '#features/base/players/server/public.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { workOnFigures } from '#features/selling/figures/server/public.ts';
import { refundOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays, businessDay, dayMs, minuteMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createStatementLog } from '#kit/server/testing/statement-log.ts';
import { membersContract as calls } from '../contract.ts';
import { mondayOf } from '../rules/weeks.ts';
import { refreshMembers } from '../server/refresh-members.ts';
import { firstSite, hallOf, secondSite, tenantId } from './hall.ts';

const log = createStatementLog();
const { server, staff } = testServer({}, { onStatement: log.onStatement });
const merchant = staff('merchant');
let hall: ReturnType<typeof hallOf>;
beforeAll(async () => {
  hall = hallOf(server);
});

const rights = ['members.view', 'members.edit'];
const read = (playerId: string, client = merchant) => client.call(calls.readMember, { playerId });
/** Figures follow what was paid within a blink. */
const paid = (playerId: string, client = merchant) =>
  read(playerId, client).then(
    ({ paidFen }) => paidFen,
    () => null,
  );
async function member(...topUps: [fen: number, siteId?: string][]): Promise<string> {
  const playerId = await hall.guest();
  for (const [fen, siteId] of topUps) await hall.topUp(playerId, fen, siteId);
  const sum = topUps.reduce((total, [fen]) => total + fen, 0);
  await expect.poll(() => paid(playerId), soon).toBe(sum);
  return playerId;
}

describe('members', () => {
  it('are those who paid, with what they own and left, site by site', async () => {
    const playerId = await member([5000], [3000], [2000, secondSite]);
    expect(await read(playerId)).toMatchObject({
      balanceFen: 10_000,
      paidFen: 10_000,
      visits: 2,
      segment: 'new',
      places: expect.arrayContaining([
        expect.objectContaining({ fieldId: firstSite, balanceFen: 8000, paidFen: 8000, visits: 1 }),
        expect.objectContaining({ fieldId: secondSite, balanceFen: 2000, paidFen: 2000, visits: 1 }),
      ]),
    });
    const { weeks } = await read(playerId);
    expect(weeks).toHaveLength(26);
    expect(weeks.at(-1)).toMatchObject({ visits: 2, paidFen: 10_000 });
    expect(weeks.slice(0, -1).every(({ visits }) => visits === 0)).toBe(true);
  });

  it('have left less when something goes back', async () => {
    const playerId = await hall.guest();
    const order = await hall.topUp(playerId, 5000);
    await expect.poll(() => paid(playerId), soon).toBe(5000);
    await server.services.db.transaction((tx) =>
      refundOrder(tx, server.services, order, { amount: 2000, reason: 'less', automatic: false }),
    );
    await expect.poll(() => paid(playerId), soon).toBe(3000);
    expect(await read(playerId)).toMatchObject({ balanceFen: 3000, visits: 1 });
  });

  it('are found by a part of the name or the whole number, and never by a part of the number', async () => {
    const phone = '13977660123';
    const playerId = await hall.guest({ name: 'Zhou Findable', phone });
    await hall.topUp(playerId, 100);
    await expect.poll(() => paid(playerId), soon).toBe(100);
    const found = async (word: string) =>
      (await merchant.call(calls.listMembers, { word })).records.map((row) => row.playerId);
    expect(await found('findable')).toEqual([playerId]);
    expect(await found(phone)).toEqual([playerId]);
    expect(await found('139776')).toEqual([]);
    const { records } = await merchant.call(calls.listMembers, { word: phone });
    expect(records[0]?.phone).toBe('139****0123');
  });

  it('are listed by what they left and when they came, each once over all pages', async () => {
    for (const fen of [700, 700, 700]) await member([fen]);
    const all = await merchant.call(calls.listMembers, { size: 100, sort: 'paidFen', order: 'desc' });
    const amounts = all.records.map(({ paidFen }) => paidFen);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    const pages = await Promise.all(
      Array.from({ length: all.total }, (_, place) =>
        merchant.call(calls.listMembers, { size: 1, current: place + 1 }),
      ),
    );
    expect(new Set(pages.map(({ records }) => records[0]?.playerId)).size).toBe(all.total);
  });

  it('belong to the merchant where they were, and to staff of the sites where they were', async () => {
    const playerId = await member([1000], [400, secondSite]);
    const elsewhere = await member([900]);
    const other = await server.as('merchant2');
    expect(await refusalOf(read(playerId, other))).toBe('kit:error.notFound');
    const { client: staff } = await hireStaff(server, merchant, rights, [secondSite]);
    expect(await read(playerId, staff)).toMatchObject({
      balanceFen: 400,
      paidFen: 400,
      visits: 1,
      places: [{ fieldId: secondSite }],
    });
    expect((await read(playerId, staff)).weeks.at(-1)).toMatchObject({ visits: 1, paidFen: 400 });
    expect(await refusalOf(read(elsewhere, staff))).toBe('kit:error.notFound');
    const { records } = await staff.call(calls.listMembers, { size: 100 });
    expect(records.map((row) => row.playerId)).toContain(playerId);
    expect(records.map((row) => row.playerId)).not.toContain(elsewhere);
    const atFirst = await merchant.call(calls.listMembers, { fieldId: firstSite, size: 100 });
    expect(atFirst.records.find((row) => row.playerId === playerId)).toMatchObject({
      paidFen: 1000,
      balanceFen: 1000,
    });
    expect(await staff.call(calls.listMembers, { fieldId: firstSite })).toMatchObject({ total: 0 });
    const { client: stranger } = await hireStaff(server, merchant, ['coins.view']);
    expect(await refusalOf(stranger.call(calls.listMembers, {}))).toBe('kit:error.noPermission');
  });

  it('are visitors to every other feature', async () => {
    const playerId = await member([100]);
    const { db } = server.services;
    expect(await findVisitor(server.services, db.read, tenantId, playerId)).toMatchObject({ id: playerId });
    expect(await findVisitor(server.services, db.read, demoTenants.merchant2, playerId)).toBeUndefined();
  });
});

describe('notes and tags', () => {
  it('are kept, said in the log, and only changed by who may', async () => {
    const playerId = await member([100]);
    await merchant.call(calls.saveMember, { playerId, note: 'likes bears', tags: ['family', 'family'] });
    expect(await read(playerId)).toMatchObject({ note: 'likes bears', tags: ['family'] });
    const { client: reader } = await hireStaff(server, merchant, ['members.view']);
    const write = (client: Client) => client.call(calls.saveMember, { playerId, note: 'x', tags: [] });
    expect(await refusalOf(write(reader))).toBe('kit:error.noPermission');
    const { client: staff } = await hireStaff(server, merchant, rights, [secondSite]);
    expect(await refusalOf(write(staff))).toBe('kit:error.notFound');
    expect(await read(playerId)).toMatchObject({ note: 'likes bears' });
    const logged = await server.services.db.raw`
      select label, after ->> 'note' as note from audit_entry
      where action = 'members.change' and entity_id = ${playerId}`;
    expect(logged).toEqual([expect.objectContaining({ note: 'likes bears' })]);
  });

  it('go to many at once, all or none, and can be counted', async () => {
    const ids = [await member([100]), await member([100])];
    const tag = 'birthday';
    expect(await merchant.call(calls.tagMembers, { ids, tag })).toEqual({ changed: 2 });
    expect(await merchant.call(calls.listTags, {})).toContainEqual({ tag, members: 2 });
    expect((await merchant.call(calls.listMembers, { tag })).total).toBe(2);
    expect(await refusalOf(merchant.call(calls.tagMembers, { ids: [...ids, newId()], tag: 'all' }))).toBe(
      'kit:error.notFound',
    );
    expect((await merchant.call(calls.listMembers, { tag: 'all' })).total).toBe(0);
    const [first] = ids as [string];
    expect(await merchant.call(calls.tagMembers, { ids: [first], tag, remove: true })).toEqual({
      changed: 1,
    });
    expect(await merchant.call(calls.listTags, {})).toContainEqual({ tag, members: 1 });
  });

  it('ask the database who they go to once, however many there are', async () => {
    const ids = [await member([100]), await member([100]), await member([100])];
    log.begin();
    expect(await merchant.call(calls.tagMembers, { ids, tag: 'together' })).toEqual({ changed: 3 });
    // the second time is the client's own repeat, which is answered without looking
    expect(log.statements().filter((text) => text.includes(' "figure" '))).toHaveLength(1);
  });
});

describe('the overview', () => {
  it('counts everybody once, in one of four standings', async () => {
    const ages = { regular: [40, 3], sleeping: [60, 45], lost: [400, 91] } as const;
    const { db } = server.services;
    for (const [first, last] of Object.values(ages)) {
      const playerId = await member([100]);
      const ago = (days: number) => new Date(server.clock.now().getTime() - days * dayMs).toISOString();
      await db.raw`update member set first_visit_at = ${ago(first)}, last_visit_at = ${ago(last)}
        where tenant_id = ${tenantId} and id = ${playerId}`;
    }
    const overview = await merchant.call(calls.readOverview, {});
    for (const { segment, members } of overview.segments) {
      const listed = await merchant.call(calls.listMembers, { segment, size: 100 });
      expect(listed.total).toBe(members);
      expect(listed.records.every((row) => row.segment === segment)).toBe(true);
    }
    expect(overview.segments.reduce((sum, { members }) => sum + members, 0)).toBe(overview.members);
    expect(overview.members).toBe((await merchant.call(calls.listMembers, {})).total);
    expect(overview.growth).toHaveLength(12);
    expect(overview.growth.at(-1)?.members).toBe(overview.members);
  });

  it('owes what the books owe, to the fen', async () => {
    await member([12_345], [678, secondSite]);
    const booked = async (siteIds?: string[]) => {
      const [row] = await server.services.db.raw<[{ fen: string; coins: string }]>`
        select coalesce(sum(e.amount) filter (where a.unit = 'fen'), 0) as fen,
          coalesce(sum(e.amount) filter (where a.unit = 'coin'), 0) as coins
        from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.tenant_id = ${tenantId} and a.owner_kind = 'player'
          and (${siteIds ?? null}::text[] is null or split_part(a.purpose, ':', 2) = any(${siteIds ?? null}))`;
      return { balanceFen: Number(row.fen), coins: Number(row.coins) };
    };
    const { owed, unclaimed } = await merchant.call(calls.readOverview, {});
    expect(owed).toMatchObject(await booked());
    const { client: staff } = await hireStaff(server, merchant, rights, [secondSite]);
    expect((await staff.call(calls.readOverview, {})).owed).toMatchObject(await booked([secondSite]));
    const all = await merchant.call(calls.listMembers, { size: 500 });
    const ofMembers = all.records.reduce((sum, { balanceFen }) => sum + balanceFen, 0);
    expect(ofMembers + unclaimed.balanceFen).toBe(owed.balanceFen);
  });
});

describe('figures of some days', () => {
  const weekMs = 7 * dayMs;
  const figures = (input: object = {}) => merchant.call(calls.readFigures, input);

  /** One order was paid so many days ago; the figures of the member are worked out again from its orders. */
  async function paidEarlier(playerId: string, siteId: string, days: number, fen: number): Promise<void> {
    const { id } = await hall.topUp(playerId, fen, siteId);
    const { db } = server.services;
    const at = new Date(server.clock.now().getTime() - days * dayMs).toISOString();
    await db.raw`update orders set paid_at = ${at} where tenant_id = ${tenantId} and id = ${id}`;
    await db.transaction((tx) => refreshMembers(tx, tenantId, [playerId], server.clock.now()));
  }

  it('tell new ones from those who return, and what both paid, by level and standing', async () => {
    const before = await figures();
    await member([1500]);
    const old = await member([700]);
    await paidEarlier(old, firstSite, 60, 300);
    const after = await figures();
    const grown = (of: (read: typeof after) => number) => of(after) - of(before);
    expect(grown(({ members }) => members)).toBe(2);
    expect(grown(({ joined }) => joined)).toBe(1);
    expect(grown(({ returning }) => returning)).toBe(1);
    expect(grown(({ paidFen }) => paidFen)).toBe(2200);
    for (const list of [after.levels, after.segments] as const) {
      expect(list.reduce((sum, { members }) => sum + members, 0)).toBe(after.members);
      expect(list.reduce((sum, { paidFen }) => sum + paidFen, 0)).toBe(after.paidFen);
    }
    const overview = await merchant.call(calls.readOverview, {});
    const standing = new Map(overview.segments.map(({ segment, members }) => [segment, members]));
    expect([after.sleeping, after.lost]).toEqual([standing.get('sleeping'), standing.get('lost')]);
  });

  it('are of the days of the site: what was paid before six belongs to the day before', async () => {
    const clockOfSite = { timeZone: 'Asia/Tokyo', dayStart: 6 } as const;
    const { id: siteId } = await merchant.call(sitesContract.createSite, {
      name: 'Tokyo',
      type: 'mall',
      regionCode: '440305',
      address: '1',
      ...clockOfSite,
    });
    while (await workOnFigures(server.services));
    const now = server.clock.now();
    // the Monday of this week there: who came just before it came in the week before
    const monday = mondayOf(siteDay(clockOfSite, now));
    const begins = startOfSiteDay(clockOfSite, monday).getTime();
    for (const [minutes, fen] of [
      [-10, 300],
      [10, 500],
    ] as const) {
      const playerId = await member([fen, siteId]);
      const { db } = server.services;
      const at = new Date(begins + minutes * minuteMs).toISOString();
      await db.raw`update orders set paid_at = ${at} where tenant_id = ${tenantId} and site_id = ${siteId}
        and player_id = ${playerId}`;
      await db.transaction((tx) => refreshMembers(tx, tenantId, [playerId], now));
    }
    const of = async (day: string) => figures({ fieldId: siteId, from: day, to: day });
    expect(await of(monday)).toMatchObject({ members: 1, paidFen: 500, joined: 1 });
    expect(await of(addDays(monday, -1))).toMatchObject({ members: 1, paidFen: 300, joined: 1 });
    const { cohorts } = await figures({ fieldId: siteId });
    expect(cohorts.slice(-2).map(({ day, joined }) => [day, joined])).toEqual([
      [addDays(monday, -7), 1],
      [monday, 1],
    ]);
  });

  it('follow who came first in a week, week after week, at each site apart', async () => {
    const before = await figures();
    const playerId = await member([500, secondSite]);
    await paidEarlier(playerId, secondSite, 21, 500);
    await paidEarlier(playerId, secondSite, 21, 200);
    const [all, there, elsewhere] = [
      await figures(),
      await figures({ fieldId: secondSite }),
      await figures({ fieldId: firstSite }),
    ];
    const firstWeek = (read: typeof all) => {
      const cohort = read.cohorts.at(-4);
      return [cohort?.joined ?? 0, ...(cohort?.weeks ?? [])];
    };
    expect(firstWeek(all).map((count, place) => count - (firstWeek(before)[place] ?? 0))).toEqual([
      1, 1, 0, 0, 1,
    ]);
    expect(all.cohorts).toHaveLength(12);
    expect(all.cohorts.map(({ weeks }) => weeks.length)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(firstWeek(there)[0]).toBeGreaterThan(0);
    expect(there.members + elsewhere.members).toBeGreaterThanOrEqual(all.members);
    const earlier = new Date(server.clock.now().getTime() - 3 * weekMs);
    const day = businessDay(earlier);
    expect(await figures({ from: day, to: day, fieldId: secondSite })).toMatchObject({ from: day, to: day });
    expect((await refusal(figures({ from: '2020-01-01' }))).status).toBe(400);
    expect(await figures({ from: '1950-01-01', to: '1950-01-31' })).toMatchObject({ members: 0, paidFen: 0 });
    const { client: staff } = await hireStaff(server, merchant, rights, [firstSite]);
    expect((await refusal(staff.call(calls.readFigures, { fieldId: secondSite }))).status).toBe(400);
    expect(await staff.call(calls.readFigures, {})).toMatchObject({ paidFen: elsewhere.paidFen });
  });
});

it('knows the players of the demo from its first day', async () => {
  const lin = await merchant.call(calls.listMembers, { word: '13900000001' });
  expect(lin.records).toMatchObject([{ playerName: '林小雨', tags: ['亲子', '周末常客'] }]);
});
