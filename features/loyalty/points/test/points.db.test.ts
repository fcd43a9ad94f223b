import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import { prove, readBalances } from '#features/money/ledger/server/public.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { twinsOf } from '#features/people/identities/test/twins.ts';
import { firstSite, hallOf, secondSite, tenantId } from '#features/people/members/test/hall.ts';
import { daysPass, leave, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { createOrder, type OrderView, refundOrder } from '#features/selling/orders/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { pointsContract as calls } from '../contract.ts';
import { followOrders } from '../server/earn-by-orders.ts';
import { expireDue } from '../server/expire-points.ts';
import { accountOf } from '../server/holders.ts';
import { earnPoints, giveBackPoints, spendPoints } from '../server/public.ts';
import { gains } from '../server/ranking-queries.ts';
import { tellExpiring } from '../server/tell-expiring.ts';

const { server } = testServer();
let merchant: Client;
let hall: ReturnType<typeof hallOf>;
beforeAll(async () => {
  merchant = await server.as('merchant');
  hall = hallOf(server);
});
afterAll(() => expectBooksRight(server));

const rules: InputOf<typeof calls.savePointRules> = {
  active: true,
  perYuan: 2,
  perCoin: 1,
  noticeDays: 14,
  worthFen: 100,
  adjustMost: 100,
};
const setRules = async (more: Partial<typeof rules> = {}) => {
  await (await server.logIn('merchant')).call(calls.savePointRules, { ...rules, ...more });
};

const holderOf = (playerId: string, siteId = firstSite, unit: 'point' | 'ticket' = 'point') => ({
  tenantId,
  playerId,
  siteId,
  unit,
});
const owned = async (playerId: string, siteId?: string, unit?: 'point' | 'ticket') =>
  (await readBalances(server.services.db.read, [accountOf(holderOf(playerId, siteId, unit))]))[0]?.balance ??
  0;
const clientOf = async (playerId: string): Promise<Client> => {
  const player = await findPlayer(server.services.db.read, playerId);
  return server.withToken(await issuePlayerToken(server.services, player!));
};

/** Something over the counter, at once delivered; what it earned is booked before it is looked at. */
async function buy(playerId: string, amount: number, siteId: string = firstSite): Promise<OrderView> {
  const order = await server.services.db.transaction((tx) =>
    createOrder(tx, server.services, {
      tenantId,
      siteId,
      kind: 'goods',
      payWay: 'counter',
      amount,
      items: [{ name: 'orders:item.topup.balance', quantity: 1, amount }],
      fulfilment: { name: 'books', plan: {} },
      settlesTo: 'earnings',
      playerId,
      user: { id: demoId('user:manager'), name: 'tester' },
    }),
  );
  await booked();
  return order;
}
async function refund(order: OrderView, amount: number): Promise<void> {
  await server.services.db.transaction((tx) =>
    refundOrder(tx, server.services, order, { amount, reason: 'less', automatic: false }),
  );
  await booked();
}
/** What staff are told before they refund, besides the money. */
const besides = async ({ number: orderNumber }: OrderView, amount?: number) =>
  (await merchant.call(ordersContract.previewRefund, { orderNumber, amount })).besides;
async function booked(): Promise<void> {
  while (await followOrders(server.services));
  // the server's own pump may have taken the marks
  await expect.poll(async () => (await server.services.db.raw`select from point_due`).length, soon).toBe(0);
}
const spend = (playerId: string, amount: number, siteId: string = firstSite) => {
  const id = newId();
  return server.services.db.transaction((tx) =>
    spendPoints(tx, {
      ...holderOf(playerId, siteId),
      amount,
      key: `spend:${id}`,
      kind: 'test',
      subject: { kind: 'test', id },
      at: server.clock.now(),
    }),
  );
};
async function member(): Promise<string> {
  const playerId = await hall.guest();
  await hall.topUp(playerId, 100);
  const known = () =>
    merchant.call(calls.adjustPoints, {
      playerId,
      fieldId: firstSite,
      unit: 'point',
      direction: 'add',
      amount: 1,
      reason: 'welcome',
    });
  await expect.poll(() => known().then(Boolean, () => false), soon).toBe(true);
  return playerId;
}

describe('spending', () => {
  it('earns once for each order, by the rate of the site, and a top-up is not spent yet', async () => {
    await setRules();
    const playerId = await hall.guest();
    await hall.topUp(playerId, 5000);
    await buy(playerId, 1050);
    expect(await owned(playerId)).toBe(21);
    await booked();
    expect(await owned(playerId)).toBe(21);
    await merchant.call(calls.saveSiteRate, { fieldId: secondSite, perYuan: 5, perCoin: 0 });
    await buy(playerId, 1000, secondSite);
    expect(await owned(playerId, secondSite)).toBe(50);
    const { records } = await merchant.call(calls.listRates, { kind: 'site' });
    await merchant.call(calls.removeRates, { ids: records.map(({ id }) => id) });
    await buy(playerId, 1000, secondSite);
    expect(await owned(playerId, secondSite)).toBe(70);
  });

  it('earns nothing while it is off, not even when it is on again before the refund', async () => {
    await setRules({ active: false });
    const playerId = await hall.guest();
    const order = await buy(playerId, 1000);
    expect(await owned(playerId)).toBe(0);
    server.clock.forward(1000);
    await setRules();
    await refund(order, 400);
    expect(await owned(playerId)).toBe(0);
  });

  it('gives points back with a refund in proportion, by the rate at which they came', async () => {
    await setRules();
    const playerId = await hall.guest();
    const order = await buy(playerId, 1000);
    await setRules({ perYuan: 9 });
    expect(await besides(order, 333)).toEqual(['7 points that this order earned are taken back']);
    await refund(order, 333);
    expect(await owned(playerId)).toBe(13);
    await refund(order, 667);
    expect(await owned(playerId)).toBe(0);
  });

  it('leaves a debt where the points were spent already, which the next earnings fill, and never less than nothing', async () => {
    await setRules();
    const playerId = await hall.guest();
    const order = await buy(playerId, 1000);
    await spend(playerId, 15);
    expect(await besides(order)).toEqual([
      '20 points that this order earned are taken back',
      '15 of them are spent already and become a debt, which the next points fill',
    ]);
    await refund(order, 1000);
    expect(await besides(order)).toEqual([]);
    expect(await owned(playerId)).toBe(0);
    const own = await clientOf(playerId);
    const standing = async () => (await own.call(calls.readOwnPoints, {}))[0];
    expect(await standing()).toMatchObject({ points: 0, owed: 15 });
    expect((await standing())?.rules.join(' ')).toContain('is owed');
    await buy(playerId, 500);
    expect(await standing()).toMatchObject({ points: 0, owed: 5 });
    await buy(playerId, 500);
    expect(await standing()).toMatchObject({ points: 5, owed: 0 });
    const { records } = await own.call(calls.listOwnMovements, {});
    expect(records.map(({ what, amount }) => [what, amount])).toEqual([
      ['Filled what was owed', -5],
      ['Earned by spending', 10],
      ['Filled what was owed', -10],
      ['Earned by spending', 10],
      ['Taken back with a refund', -5],
      ['Spent', -15],
      ['Earned by spending', 20],
    ]);
    await expectBooksRight(server);
  });
});

describe('a debt', () => {
  const people = twinsOf(() => server);
  const owed = async (playerId: string) => {
    const rows = await server.services.db.raw<{ owed: string }[]>`
      select owed from point_debt where player_id = ${playerId} and site_id = ${firstSite} and unit = 'point'`;
    return Number(rows[0]?.owed ?? 0);
  };

  it('stays with the record that made it, before it was joined or while it was', async () => {
    await setRules();
    const twins = await people.bothProven();
    const { wechat, alipay } = twins;
    const before = await buy(alipay, 1000);
    const later = await buy(alipay, 500);
    await spend(alipay, 30);
    await refund(before, 1000);
    expect(await owed(alipay)).toBe(20);
    const own = await buy(wechat, 300);
    await spend(wechat, 6);
    await refund(own, 300);
    const id = await people.join(twins);
    expect([await owed(wechat), await owed(alipay)]).toEqual([26, 0]);
    // an order of the joined record, while they are one
    await refund(later, 500);
    expect(await owed(wechat)).toBe(36);
    await expectBooksRight(server);
    await people.split(wechat, id);
    expect([await owed(wechat), await owed(alipay)]).toEqual([6, 30]);
    await expectBooksRight(server);
  });

  it('is no matter of the account alone: who deletes it and comes back owes it still', async () => {
    await setRules();
    const { wechat, phone } = await people.bothProven();
    const order = await buy(wechat, 1000);
    await spend(wechat, 20);
    await refund(order, 1000);
    await phoneKnownForDays(server, wechat);
    await leave(server, await people.clientOf(wechat));
    await daysPass(server, wechat);
    await expectBooksRight(server);
    const nobody = await server.as(undefined);
    server.clock.forward(minuteMs);
    await nobody.call(playersContract.sendLoginCode, { phone });
    const code = server.messages.findLast((message) => message.phone === phone)!.params.code!;
    const { player } = await nobody.call(playersContract.logInByPhone, { phone, code });
    expect([await owed(player.id), await owed(wechat)]).toEqual([20, 0]);
    await buy(player.id, 500);
    expect([await owned(player.id), await owed(player.id)]).toEqual([0, 10]);
    await expectBooksRight(server);
  });
});

describe('points that expire', () => {
  it('are told of by a text a week before, with the tickets that expire, once, to players who asked for it, where the merchant lets it', async () => {
    await setRules({ pointDays: 10, ticketDays: 10 });
    const phone = '13711117777';
    const [playerId, other] = [await hall.guest(), await hall.guest()];
    const choose = async (who: string, told: boolean) =>
      (await clientOf(who)).call(calls.saveExpiryChoice, { told });
    await server.services.db.raw`update player set phone = null where id = ${playerId}`;
    expect(await refusalOf(choose(playerId, true))).toBe('points:error.needsPhone');
    await server.services.db.raw`update player set phone = ${phone} where id = ${playerId}`;
    await choose(playerId, true);
    expect(await (await clientOf(playerId)).call(calls.readExpiryChoice, {})).toEqual({
      told: true,
      hasPhone: true,
      available: true,
    });
    await Promise.all([buy(playerId, 1000), buy(other, 1000)]);
    const { code } = await merchant.call(calls.createTicketCode, {
      fieldId: firstSite,
      tickets: 8,
      reason: 'a prize of the day',
    });
    await (await clientOf(playerId)).call(calls.claimTicketCode, { code });
    const texts = () =>
      (server.services.demoMessages?.() ?? [])
        .filter((one) => one.phone === phone)
        .map(({ params }) => params);
    await tellExpiring(server.services);
    expect(texts()).toEqual([]);
    server.clock.forward(4 * dayMs);
    await setRules({ pointDays: 10, ticketDays: 10, expiryTexts: false });
    expect(await tellExpiring(server.services)).toBe(0);
    await setRules({ pointDays: 10, ticketDays: 10 });
    const told = await Promise.all([tellExpiring(server.services), tellExpiring(server.services)]);
    expect(told.reduce((sum, number) => sum + number)).toBe(1);
    expect(await tellExpiring(server.services)).toBe(0);
    const until = expect.stringMatching(/^\d\d-\d\d \d\d:\d\d$/);
    expect(texts()).toEqual([{ shop: expect.any(String), what: '20 积分、8 张彩票', until }]);
    await setRules();
  });

  it('are spent oldest first, told of before, not spent afterwards, and leave once', async () => {
    await setRules({ pointDays: 10 });
    const playerId = await hall.guest();
    await buy(playerId, 1000);
    server.clock.forward(5 * dayMs);
    merchant = await server.logIn('merchant');
    await buy(playerId, 1000);
    await spend(playerId, 5);
    const [place] = await (await clientOf(playerId)).call(calls.readOwnPoints, {});
    expect(place?.expiring.map(({ amount }) => amount)).toEqual([15, 20]);
    expect((await merchant.call(calls.listHoldings, { standing: 'expiring' })).records).toContainEqual(
      expect.objectContaining({ playerId, points: 35, expiring: 35 }),
    );
    server.clock.forward(6 * dayMs);
    merchant = await server.logIn('merchant');
    expect(await refusalOf(spend(playerId, 21))).toBe('points:error.tooFew.point');
    expect(await owned(playerId)).toBe(35);
    await Promise.all([expireDue(server.services), expireDue(server.services)]);
    expect(await owned(playerId)).toBe(20);
    expect(await expireDue(server.services)).toBe(0);
    await setRules();
  });

  it('are not made younger by spending them and taking it back, and are gone when their day is over', async () => {
    await setRules({ pointDays: 10 });
    const playerId = await hall.guest();
    await buy(playerId, 1000);
    const until = async () => {
      const [place] = await (await clientOf(playerId)).call(calls.readOwnPoints, {});
      return place?.expiring.map(({ expiresAt }) => expiresAt);
    };
    const day = await until();
    const back = (spentTransferId: string) => {
      const subject = { kind: 'test', id: newId() };
      return server.services.db.transaction((tx) =>
        giveBackPoints(tx, {
          ...holderOf(playerId),
          ...{ amount: 20, key: `back:${subject.id}`, kind: 'test', subject, at: server.clock.now() },
          spentTransferId,
        }),
      );
    };
    server.clock.forward(9 * dayMs);
    await back((await spend(playerId, 20)).id);
    expect(await until()).toEqual(day);
    const { id } = await spend(playerId, 20);
    server.clock.forward(3 * dayMs);
    merchant = await server.logIn('merchant');
    await back(id);
    expect(await owned(playerId)).toBe(0);
    await setRules();
  });
});

describe('by hand', () => {
  it('points are given and taken with a reason, and the record says before and after', async () => {
    await setRules();
    const playerId = await member();
    const wish = { playerId, fieldId: firstSite, unit: 'point' as const, reason: 'sorry' };
    expect(await merchant.call(calls.adjustPoints, { ...wish, direction: 'add', amount: 700 })).toMatchObject(
      { before: 1, after: 701 },
    );
    expect(
      await refusalOf(merchant.call(calls.adjustPoints, { ...wish, direction: 'take', amount: 702 })),
    ).toBe('points:error.adjustTooFew');
    await merchant.call(calls.adjustPoints, { ...wish, direction: 'take', amount: 700 });
    const { records } = await merchant.call(calls.listAdjustments, { playerId });
    expect(records.map(({ amount, before, after }) => [amount, before, after])).toEqual([
      [-700, 701, 1],
      [700, 1, 701],
      [1, 0, 1],
    ]);
    expect((await merchant.call(calls.listMovements, { playerId })).records[0]).toMatchObject({
      amount: -700,
      balanceAfter: 1,
      flow: 'adjusted',
      remark: 'sorry',
    });
  });

  it('the proof misses a reason for points and tickets that the books have, and books for those that have a reason', async () => {
    await setRules();
    const { db, booksChecks, clock } = server.services;
    const wrong = async () =>
      (await prove(db, clock.now(), booksChecks)).checks.flatMap(({ name, holds }) => (holds ? [] : [name]));
    const playerId = await member();
    const { code } = await merchant.call(calls.createTicketCode, {
      fieldId: firstSite,
      tickets: 5,
      reason: 'contest',
    });
    await (await clientOf(playerId)).call(calls.claimTicketCode, { code });
    expect(await wrong()).toEqual([]);
    // nobody's reason: more than was given, and more than was claimed
    await db.raw`update point_adjustment set amount = amount + 1 where player_id = ${playerId}`;
    expect(await wrong()).toEqual(['pointGiftsMatchBooks']);
    await db.raw`update point_adjustment set amount = amount - 1 where player_id = ${playerId}`;
    await db.raw`update ticket_code set tickets = tickets + 1 where player_id = ${playerId}`;
    expect(await wrong()).toEqual(['pointGiftsMatchBooks']);
    await db.raw`update ticket_code set tickets = tickets - 1 where player_id = ${playerId}`;
    // given by the books alone
    const id = newId();
    const gift = { ...holderOf(playerId), amount: 7, kind: 'ticketCode', at: clock.now() };
    const undone = new Error('undone');
    const seen: string[] = [];
    await db
      .transaction(async (tx) => {
        await earnPoints(tx, [{ ...gift, key: `ticket-code:${id}`, subject: { kind: 'ticketCode', id } }]);
        const check = booksChecks.find(({ name }) => name === 'pointGiftsMatchBooks')!;
        seen.push(...(await tx.execute<{ wrong: string }>(sql.raw(check.sql))).map((row) => row.wrong));
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    expect(seen).toEqual([`${id} 0 <> 7`]);
  });

  it('staff have limits at a time and in a day, see their own sites, and do not raise limits for themselves', async () => {
    await setRules();
    await allow(server, await server.logIn('merchant'), { point: 150 });
    const playerId = await member();
    const { client } = await hireStaff(
      server,
      merchant,
      ['points.view', 'points.adjust', 'points.rules'],
      [firstSite],
    );
    const give = (amount: number, fieldId: string = firstSite) =>
      client.call(calls.adjustPoints, {
        playerId,
        fieldId,
        unit: 'point',
        direction: 'add',
        amount,
        reason: 'gift',
      });
    expect(await refusalOf(give(101))).toBe('points:error.mostAtOnce');
    expect(await refusalOf(give(10, secondSite))).toBe('sites:error.unknownSite');
    await give(100);
    expect(await client.call(calls.readAdjustAllowance, {})).toEqual({ most: 100, perDay: 150, left: 50 });
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => give(30)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      await refusalOf(client.call(calls.createTicketCode, { fieldId: firstSite, tickets: 21, reason: 'x' })),
    ).toBe('allowance:error.perDay');
    expect(await refusalOf(client.call(calls.savePointRules, rules))).toBe('points:error.allSites');
    const { records } = await client.call(calls.listMovements, { size: 100 });
    expect(new Set(records.map(({ fieldId }) => fieldId))).toEqual(new Set([firstSite]));
    const { client: limited } = await hireStaff(server, merchant, ['points.adjust', 'points.rules']);
    expect(await refusalOf(limited.call(calls.savePointRules, { ...rules, worthFen: 1 }))).toBe(
      'allowance:error.ownLimit',
    );
  });
});

describe('a code for tickets', () => {
  it('gives them to the player who claims it first, once', async () => {
    const made = await merchant.call(calls.createTicketCode, {
      fieldId: firstSite,
      tickets: 40,
      reason: 'contest',
    });
    const players: string[] = [];
    while (players.length < 8) players.push(await hall.guest());
    const clients = await Promise.all(players.map(clientOf));
    expect(await clients[0]!.call(calls.readTicketCode, { code: made.code.toLowerCase() })).toMatchObject({
      tickets: 40,
    });
    const tries = await Promise.allSettled(
      clients.map((client) => client.call(calls.claimTicketCode, { code: made.code })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const held = await Promise.all(players.map((playerId) => owned(playerId, firstSite, 'ticket')));
    expect(held.reduce((sum, tickets) => sum + tickets, 0)).toBe(40);
    expect(await refusalOf(clients[0]!.call(calls.readTicketCode, { code: made.code }))).toBe(
      'points:error.code.claimed',
    );
  });

  it('is void once it is revoked or its time is over', async () => {
    const playerId = await hall.guest();
    let client = await clientOf(playerId);
    const make = () =>
      merchant.call(calls.createTicketCode, { fieldId: firstSite, tickets: 3, hours: 1, reason: 'x' });
    const [revoked, late] = [await make(), await make()];
    await merchant.call(calls.revokeTicketCodes, { ids: [revoked.id] });
    expect(await refusalOf(client.call(calls.claimTicketCode, { code: revoked.code }))).toBe(
      'points:error.code.revoked',
    );
    server.clock.forward(2 * hourMs);
    merchant = await server.logIn('merchant');
    client = await clientOf(playerId);
    expect(await refusalOf(client.call(calls.claimTicketCode, { code: late.code }))).toBe(
      'points:error.code.expired',
    );
    expect(await refusalOf(client.call(calls.claimTicketCode, { code: 'ABCDEFGHJKMN' }))).toBe(
      'points:error.noCode',
    );
  });
});

describe('what is seen', () => {
  it('the overview is what the books hold, and what they are worth', async () => {
    const overview = await merchant.call(calls.readPointsOverview, {});
    const [sum] = await server.services.db.raw<[{ points: number; tickets: number }]>`
      select coalesce(sum(balance) filter (where unit = 'point'), 0)::int as points,
        coalesce(sum(balance) filter (where unit = 'ticket'), 0)::int as tickets
      from ledger_account where tenant_id = ${tenantId} and owner_kind = 'player' and purpose like 'site:%'`;
    const held = overview.units.map(({ outstanding }) => outstanding);
    expect(held).toEqual([sum.points, sum.tickets]);
    expect(sum.points).toBeGreaterThan(0);
    expect(overview.liabilityFen).toBe(sum.points);
  });

  it('a prize counts for the player who bought the play, and no order wins more often than it was played', async () => {
    const { db } = server.services;
    const [order] = await db.raw<
      { player_id: string; device_id: string; site_id: string; settled_at: string; plays: number }[]
    >`select player_id, device_id, site_id, settled_at, coalesce(counted, asked, 1)::int as plays
      from orders o where tenant_id = ${tenantId} and kind = 'play' and settled_at is not null
        and player_id is not null and device_id is not null and not exists (
          select from orders later where later.tenant_id = o.tenant_id and later.device_id = o.device_id
            and later.paid_at > o.paid_at)
        and not exists (
          select from device_event e where e.tenant_id = o.tenant_id and e.device_id = o.device_id
            and e.kind = 'win' and e.at >= o.paid_at)
      order by settled_at desc limit 1`;
    if (!order) throw new Error('the demo has no play of a player');
    const today = businessDay(server.clock.now());
    const wonSoFar = async () => {
      const gain = gains(db.read, { tenantId, id: order.site_id }, 'wins', {
        from: addDays(today, -30),
        to: addDays(today, 1),
      });
      const found = await db.read.select().from(gain);
      return found.find(({ playerId }) => playerId === order.player_id)?.amount ?? 0;
    };
    const win = (minutesLater: number) => db.raw`
      insert into device_event (tenant_id, id, device_id, at, received_at, kind, data)
      values (${tenantId}, ${newId()}, ${order.device_id},
        ${order.settled_at}::timestamptz + ${minutesLater}::int * interval '1 minute', now(), 'win', '{}')`;
    const before = await wonSoFar();
    await win(order.plays + 5);
    expect(await wonSoFar()).toBe(before);
    await win(0);
    expect(await wonSoFar()).toBe(before + 1);
    for (let more = 0; more < order.plays + 2; more += 1) await win(0);
    expect(await wonSoFar()).toBe(before + order.plays);
  });

  it('names of others are masked in the ranking, and who does not want to be named is not', async () => {
    const [one, other] = [await hall.guest({ name: '赵一鸣' }), await hall.guest({ name: '钱多多' })];
    const [own, second] = [await clientOf(one), await clientOf(other)];
    for (const [client, tickets] of [
      [own, 9000],
      [second, 8000],
    ] as const) {
      const { code } = await merchant.call(calls.createTicketCode, {
        fieldId: secondSite,
        tickets,
        reason: 'contest',
      });
      await client.call(calls.claimTicketCode, { code });
    }
    const ask = () => own.call(calls.listRanking, { fieldId: secondSite, period: 'month' });
    expect(await ask()).toMatchObject({
      own: { rank: 1, amount: 9000, hidden: false },
      records: [
        { rank: 1, name: '赵一鸣', own: true },
        { rank: 2, name: '钱**', amount: 8000, own: false, photo: '' },
      ],
    });
    // tapped on two phones at once: one choice, and no error
    await Promise.all(Array.from({ length: 10 }, () => own.call(calls.saveRankingChoice, { hidden: true })));
    expect(await ask()).toMatchObject({
      own: { rank: null, amount: 9000, hidden: true },
      records: [{ rank: 1, name: '钱**' }],
    });
    await setRules();
    await buy(other, 1000, secondSite);
    const byPoints = { fieldId: secondSite, period: 'week', by: 'points' } as const;
    expect(await second.call(calls.listRanking, byPoints)).toMatchObject({ own: { amount: 20 } });
  });
});
