import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { cardsContract } from '#features/loyalty/cards/contract.ts';
import { stockContract } from '#features/loyalty/stock/contract.ts';
import { stageOf as stockStageOf } from '#features/loyalty/stock/test/stage.ts';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import { takeWonGifts } from '#features/machines/gifts/server/public.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { allow } from '#features/money/allowance/test/allow.ts';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { firstSite, secondSite, tenantId } from '#features/people/members/test/hall.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { addDays, businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import { inGroups } from '#kit/kernel/typed-code.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createStatementLog } from '#kit/server/testing/statement-log.ts';
import { rewardsContract as calls } from '../contract.ts';
import { codeOf } from '../server/voucher-codes.ts';
import { stageOf } from './stage.ts';

const log = createStatementLog();
const { server } = testServer({}, { onStatement: log.onStatement });
let stage: ReturnType<typeof stageOf>;
beforeAll(async () => {
  stage = stageOf(server);
  await server.services.db.raw`update point_rule set active_since = null`;
});
afterAll(() => expectBooksRight(server));

/** tests move the clock, which ends older logins */
const staff = () => server.logIn('merchant');
const inDays = (days: number) => addDays(businessDay(server.clock.now()), days);
type Batch = Partial<InputOf<typeof calls.createVouchers>>;
const batch = async (more: Batch = {}, by?: Client) => {
  const maker = by ?? (await staff());
  const wish = { name: 'a batch', fieldId: firstSite, amount: 20, pieces: 3, until: inDays(7), ...more };
  const { id } = await maker.call(calls.createVouchers, wish);
  const { records } = await (await staff()).call(calls.listVouchers, { batchId: id, size: 500 });
  const codes = records.map((voucher) => inGroups(codeOf(server.services.secrets, voucher.id)));
  return { id, vouchers: records, codes };
};
const redeem = (client: Client, code: string | undefined) =>
  client.call(calls.redeemVoucher, { code: code as string });

describe('a voucher', () => {
  it('is redeemed once, also by fifty people at the same moment', async () => {
    const { id, codes } = await batch({ amount: 20 });
    const guests = await stage.guests(50);
    const answers = await Promise.all(guests.map(({ client }) => refusalOf(redeem(client, codes[0]))));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['done', 'rewards:error.voucher.redeemed']));
    const owned = await Promise.all(guests.map(({ playerId }) => stage.owned(playerId)));
    expect(owned.reduce((sum, points) => sum + points, 0)).toBe(20);
    const { records } = await (await staff()).call(calls.listVoucherBatches, {});
    expect(records.find((one) => one.id === id)).toMatchObject({ pieces: 3, redeemed: 1, open: 2 });
  });

  it('is good for tickets, coins or a card too, typed in any way', async () => {
    const { playerId, client } = await stage.guest();
    const tickets = await batch({ value: 'ticket', amount: 8 });
    expect(await redeem(client, tickets.codes[0]!.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      value: 'ticket',
      held: 8,
    });
    const coins = await batch({ value: 'coin', amount: 5 });
    await redeem(client, coins.codes[0]);
    expect(await stage.owned(playerId, 'coin')).toBe(5);
    const { id: cardTypeId } = await (await staff()).call(cardsContract.saveCardType, {
      name: 'by voucher',
      priceFen: 100,
      days: 10,
      dailyPlays: 1,
    });
    const cards = await batch({ value: 'card', cardTypeId, amount: undefined });
    expect(await redeem(client, cards.codes[0])).toMatchObject({ worthText: 'by voucher', held: null });
    expect((await client.call(cardsContract.listOwnCards, {})).records).toHaveLength(1);
  });

  it('pays an order at its shop with its coins, and is left alone where it would not', async () => {
    const { playerId, client } = await stage.guest();
    const points = await batch({ value: 'point', amount: 5 });
    const coins = await batch({ value: 'coin', amount: 5 });
    const use = (code: string | undefined, payAt: string) =>
      client.call(calls.redeemVoucher, { code: code as string, payAt });
    expect(await refusalOf(use(points.codes[0], firstSite))).toBe('rewards:error.voucher.noPay');
    expect(await refusalOf(use(coins.codes[0], secondSite))).toBe('rewards:error.voucher.otherShop');
    expect(await stage.owned(playerId)).toBe(0);
    expect(await use(coins.codes[0], firstSite)).toMatchObject({ value: 'coin', held: 5 });
    const device = await createTestDevice(server, { siteId: firstSite });
    const { offers, payWays } = await client.call(playContract.readOffers, { equipmentId: device.code });
    expect(offers.some(({ payCoins }) => payCoins !== null)).toBe(true);
    expect(payWays).toContain('coin');
  });

  it('for a card is only made where the card holds', async () => {
    const { id: cardTypeId } = await (await staff()).call(cardsContract.saveCardType, {
      name: 'elsewhere',
      priceFen: 100,
      days: 10,
      dailyPlays: 1,
      siteIds: [secondSite],
    });
    const wish = { value: 'card', cardTypeId, amount: undefined } as const;
    expect(await refusalOf(batch(wish))).toBe('cards:error.notAtSite');
    await batch({ ...wish, fieldId: secondSite });
  });

  it('ends by its day, by being made void, and by the limit of a player', async () => {
    const { id, vouchers, codes } = await batch({ perPlayer: 1, until: inDays(0) });
    const { playerId, client } = await stage.guest();
    await redeem(client, codes[0]);
    expect(await refusalOf(redeem(client, codes[1]))).toBe('rewards:error.perPlayer');
    const other = await stage.guest();
    await (await staff()).call(calls.voidVouchers, { ids: [vouchers[0]!.id, vouchers[1]!.id] });
    expect(await refusalOf(redeem(other.client, codes[1]))).toBe('rewards:error.voucher.voided');
    server.clock.forward(dayMs);
    const later = await stage.clientOf(other.playerId);
    expect(await refusalOf(redeem(later, codes[2]))).toBe('rewards:error.voucher.expired');
    await (await staff()).call(calls.voidBatches, { ids: [id] });
    expect(await refusalOf(redeem(later, codes[2]))).toBe('rewards:error.voucher.voided');
    expect(await stage.owned(playerId)).toBe(20);
    expect(await stage.owned(other.playerId)).toBe(0);
  });

  it('can not be guessed: ten codes that are none, then no more for an hour, at once or one by one', async () => {
    const { codes } = await batch();
    const { playerId, client } = await stage.guest();
    const guesses = Array.from({ length: 15 }, (_, number) => `2222-3333-${4444 + number}`);
    const answers = await Promise.all(guesses.map((guess) => refusalOf(redeem(client, guess))));
    expect(answers.filter((answer) => answer === 'rewards:error.noVoucher')).toHaveLength(10);
    expect(await refusalOf(redeem(client, codes[0]))).toBe('rewards:error.tooManyTries');
    server.clock.forward(hourMs + 1000);
    await redeem(await stage.clientOf(playerId), codes[0]);
    expect(await stage.owned(playerId)).toBe(20);
  });

  it('keeps its code out of the database and from who may not make any', async () => {
    const { id, codes } = await batch();
    const plain = codes[0]!.replaceAll('-', '');
    const rows = await server.services.db.raw`select v::text as line from voucher v where batch_id = ${id}`;
    expect(rows).toHaveLength(3);
    for (const { line } of rows) expect(line).not.toContain(plain);
    const { client } = await hireStaff(server, await staff(), ['rewards.view']);
    expect((await client.call(calls.listVouchers, { batchId: id })).total).toBe(3);
    expect(await refusalOf(client.call(calls.listVoucherCodes, { batchId: id }))).toBe(
      'kit:error.noPermission',
    );
    const other = await server.logIn('merchant2');
    expect((await other.call(calls.listVoucherCodes, { batchId: id })).total).toBe(0);
    expect(await refusalOf(other.call(calls.voidBatches, { ids: [id] }))).toBe('kit:error.notFound');
  });

  it('is printed on sheets while it is good', async () => {
    const { id } = await batch();
    const { access_token: token } = await server.login('merchant');
    const print = (first: number) =>
      server.app.inject({
        method: 'GET',
        url: `${calls.printVouchers.path}?batchId=${id}&first=${first}`,
        headers: { 'blade-auth': `bearer ${token}` },
      });
    const sheets = await print(1);
    expect(sheets.headers['content-type']).toBe('application/pdf');
    expect(sheets.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await print(4)).statusCode).toBe(400);
    await (await staff()).call(calls.voidBatches, { ids: [id] });
    expect((await print(1)).statusCode).toBe(400);
    const { records } = await (await staff()).call(teamContract.listLog, {
      action: 'rewards.printVouchers',
    });
    expect(records.filter(({ entityId }) => entityId === id)).toMatchObject([
      { account: 'merchant', after: { from: 1, to: 3, pieces: 3 } },
    ]);
  });

  it('is printed from a number on, without those that are used up, and the database is asked for no more than fit', async () => {
    const { id, vouchers } = await batch({ pieces: 5 });
    await (await staff()).call(calls.voidVouchers, { ids: [vouchers[1]!.id, vouchers[3]!.id] });
    const { access_token: token } = await server.login('merchant');
    log.begin();
    const sheets = await server.app.inject({
      method: 'GET',
      url: `${calls.printVouchers.path}?batchId=${id}&first=2`,
      headers: { 'blade-auth': `bearer ${token}` },
    });
    expect(sheets.headers['content-type']).toBe('application/pdf');
    const read = log.statements().filter((text) => text.includes('from "voucher" '));
    expect(read).toEqual([expect.stringMatching(/order by .*"number" limit \$\d+$/)]);
    const { records } = await (await staff()).call(teamContract.listLog, {
      action: 'rewards.printVouchers',
    });
    expect(records.filter(({ entityId }) => entityId === id)).toMatchObject([
      { after: { from: 3, to: 5, pieces: 2 } },
    ]);
  });

  it('shows its code to its maker once, and its last four signs to everybody who may make vouchers', async () => {
    const maker = await hireStaff(server, await staff(), ['rewards.issue', 'rewards.view']);
    const { id, codes } = await batch({ amount: 1 }, maker.client);
    const take = async (account: string, call: 'takeVoucherCodes' | 'printVouchers') => {
      const { access_token: token } = await server.login(account);
      const { method, path } = calls[call];
      const headers = { 'blade-auth': `bearer ${token}` };
      return method === 'GET'
        ? server.app.inject({ method, url: `${path}?batchId=${id}`, headers })
        : server.app.inject({ method, url: path, headers, payload: { batchId: id } });
    };
    for (const call of ['takeVoucherCodes', 'printVouchers'] as const)
      expect((await take('merchant', call)).json()).toMatchObject({
        code: 403,
        error: { key: 'rewards:error.otherMaker' },
      });
    const both = await Promise.all([1, 2].map(() => take(maker.account, 'takeVoucherCodes')));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const file = both.find(({ statusCode }) => statusCode === 200)!.body;
    for (const code of codes) expect(file).toContain(code);
    for (const client of [maker.client, await staff()]) {
      const { records } = await client.call(calls.listVoucherCodes, { batchId: id });
      expect(records.map(({ code }) => code)).toEqual(codes.map((code) => `…${code.slice(-4)}`));
      expect(JSON.stringify(records)).not.toContain(codes[0]);
    }
    const { records } = await (await staff()).call(teamContract.listLog, { action: 'rewards.takeCodes' });
    expect(records.filter(({ entityId }) => entityId === id)).toHaveLength(1);
    expect(JSON.stringify(records)).not.toContain(codes[0]);
  });

  it('counts against what staff may give on a day', async () => {
    const owner = await staff();
    const rights = ['rewards.view', 'rewards.issue'];
    const { client, roleId } = await hireStaff(server, owner, rights, [firstSite]);
    await allow(server, owner, { point: 2000, coin: 200 }, roleId);
    expect(await refusalOf(batch({ amount: 501, pieces: 1 }, client))).toBe('points:error.mostAtOnce');
    await batch({ amount: 500, pieces: 4 }, client);
    await batch({ value: 'coin', amount: 100, pieces: 2 }, client);
    for (const value of ['point', 'coin'] as const) {
      // beyond it nothing is made: it waits for a second person, who makes it once
      const wish = { name: 'more', fieldId: firstSite, amount: 1, pieces: 1, until: inDays(7), value };
      const { id, asked } = await client.call(calls.createVouchers, wish);
      const made = async () => (await owner.call(calls.listVoucherBatches, { id })).total;
      expect([asked === null, await made()]).toEqual([false, 0]);
      await owner.call(allowanceContract.decideRequest, { id: asked as string, agree: true });
      expect(await made()).toBe(1);
    }
    expect(await refusalOf(batch({ fieldId: secondSite }, client))).toBe('sites:error.unknownSite');
    expect(await refusalOf(batch({ until: inDays(-1) }))).toBe('rewards:error.pastDay');
  });
});

describe('a prize that comes back', () => {
  async function desk(more: Partial<InputOf<typeof calls.saveRecyclePath>> = {}) {
    const merchant = await staff();
    const stock = stockStageOf(merchant);
    const good = await stock.addGood();
    const storeId = await stock.addWarehouse();
    const { id: typeId } = await merchant.call(giftsContract.saveType, {
      name: stock.nextName('t').slice(0, 20),
    });
    const gift = { name: stock.nextName('gift'), typeId, costFen: 1000, stock: 50 };
    const { id: giftId } = await merchant.call(giftsContract.saveGift, gift);
    const machine = await createTestDevice(server, { siteId: firstSite });
    const place = { equipmentId: machine.id, giftId, amount: 20, capacity: 20 };
    await merchant.call(giftsContract.loadDevice, place);
    const { id: pathId } = await merchant.call(calls.saveRecyclePath, {
      ...{ name: 'desk', fieldId: firstSite, storeId, perDay: 5, days: 30 },
      ...more,
    });
    const { id: recycleGiftId } = await merchant.call(calls.saveRecycleGift, {
      giftId,
      variantId: good.variantId,
      points: 30,
    });
    return { merchant, stock, good, storeId, machine, pathId, recycleGiftId };
  }
  type Desk = Awaited<ReturnType<typeof desk>>;

  /** plays at the machine and wins so many; some seconds pass */
  async function win({ machine }: Desk, playerId: string, amount: number): Promise<void> {
    await stage.buy(playerId, 100, { kind: 'play', device: await machine.view() });
    server.clock.forward(5000);
    await server.services.db.transaction((tx) =>
      takeWonGifts(tx, tenantId, [
        { deviceId: machine.id, amount, at: server.clock.now(), siteId: firstSite },
      ]),
    );
    server.clock.forward(5000);
  }
  const bring = async (at: Desk, client: Client, more: { pieces?: number; serials?: string[] } = {}) => {
    const { codes } = await client.call(playerAppContract.readMemberCodes, {});
    const { pathId, recycleGiftId } = at;
    return at.merchant.call(calls.recycleGift, {
      code: codes[0]!.code,
      pathId,
      recycleGiftId,
      pieces: 1,
      ...more,
    });
  };

  it('becomes points and stock, and never more than the member won', async () => {
    const at = await desk();
    const { playerId, client } = await stage.guest();
    const other = await stage.guest();
    expect(await refusalOf(bring(at, client))).toBe('rewards:error.left.site');
    await win(at, playerId, 2);
    await win(at, other.playerId, 1);
    expect(await refusalOf(bring(at, client, { pieces: 3 }))).toBe('rewards:error.left.member');
    const { client: clerk, roleId } = await hireStaff(server, at.merchant, [
      'rewards.view',
      'rewards.recycle',
    ]);
    await allow(server, at.merchant, { fen: 0 }, roleId);
    expect(await refusalOf(bring({ ...at, merchant: clerk }, client))).toBe('allowance:error.perDay');
    expect(await bring(at, client, { pieces: 2 })).toMatchObject({ points: 60, held: 60 });
    expect(await refusalOf(bring(at, client))).toBe('rewards:error.left.member');
    expect((await at.stock.levelOf(at.storeId, at.good.variantId))?.onHand).toBe(2);
    expect(await stage.owned(playerId)).toBe(60);
    const { records } = await at.merchant.call(calls.listRecyclings, { playerId });
    expect(records).toMatchObject([{ pieces: 2, points: 60, pathName: 'desk' }]);
    const document = await at.merchant.call(stockContract.listDocuments, { kind: 'recycle' });
    expect(document.records[0]?.id).toBe(records[0]?.documentId);
  });

  it('of anybody is never more than went out there, and no more than a day allows', async () => {
    const at = await desk({ onlyWon: false, perDay: 2 });
    const [one, two] = [await stage.guest(), await stage.guest()];
    await win(at, one.playerId, 3);
    expect(await refusalOf(bring(at, two.client, { pieces: 3 }))).toBe('rewards:error.left.day');
    await bring(at, two.client, { pieces: 2 });
    const answers = await Promise.all([1, 2].map(() => refusalOf(bring(at, one.client))));
    expect(answers.sort()).toEqual(['done', 'rewards:error.left.site']);
    expect((await at.stock.levelOf(at.storeId, at.good.variantId))?.onHand).toBe(3);
  });

  it('never stood in the machine where the machine tells of more wins than it held', async () => {
    const at = await desk({ onlyWon: false, perDay: 50 });
    const { playerId, client } = await stage.guest();
    await win(at, playerId, 1_000_000);
    expect(await refusalOf(bring(at, client, { pieces: 21 }))).toBe('rewards:error.left.site');
    expect(await bring(at, client, { pieces: 20 })).toMatchObject({ points: 600 });
  });

  it('has a number that is taken once, and is too old some day', async () => {
    const at = await desk({ needsSerial: true, days: 1 });
    const { playerId, client } = await stage.guest();
    await win(at, playerId, 3);
    expect(await refusalOf(bring(at, client))).toBe('rewards:error.serialEach');
    await bring(at, client, { serials: ['sn-0001'] });
    expect(await refusalOf(bring(at, client, { serials: ['SN-0001'] }))).toBe('rewards:error.serialSeen');
    const twice = { pieces: 2, serials: ['sn-2', 'SN-2'] };
    expect(await refusalOf(bring(at, client, twice))).toBe('rewards:error.serialTwice');
    server.clock.forward(2 * dayMs);
    const later = { ...at, merchant: await staff() };
    const again = await stage.clientOf(playerId);
    expect(await refusalOf(bring(later, again, { serials: ['sn-3'] }))).toBe('rewards:error.left.site');
    expect(await stage.owned(playerId)).toBe(30);
  });
});

describe('the accounts', () => {
  it('say of each month what its movements add up to, and what is outstanding', async () => {
    const merchant = await staff();
    const accounts = await merchant.call(calls.readAccounts, { months: 3 });
    const month = accounts.months[0]!;
    const sums = await server.services.db.raw<{ unit: string; flow: string; amount: string }[]>`
      select unit, flow, sum(amount) as amount from point_movement
      where tenant_id = ${tenantId} and flow <> 'moved' group by 1, 2`;
    const all = (unit: string) =>
      sums.filter((row) => row.unit === unit).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(accounts.outstanding).toEqual({ points: all('point'), tickets: all('ticket') });
    expect(month.points.outstanding).toBe(accounts.outstanding.points);
    const issued = accounts.months.reduce((sum, { points }) => sum + points.issued, 0);
    const bySql = sums.find((row) => row.unit === 'point' && row.flow === 'issued');
    expect(issued).toBe(Number(bySql?.amount));
    const [back] = await server.services.db.raw<{ fen: string }[]>`
      select sum(cost_fen) as fen from stock_document where tenant_id = ${tenantId} and kind = 'recycle'`;
    expect(accounts.months.reduce((sum, { goodsBackFen }) => sum + goodsBackFen, 0)).toBe(Number(back?.fen));
  });

  it('have what was received, what a count found and what was written off; taken back it is gone', async () => {
    const merchant = await staff();
    const now = async () => (await merchant.call(calls.readAccounts, { months: 1 })).months[0]!;
    const before = await now();
    const stock = stockStageOf(merchant);
    const [storeId, { variantId }] = [await stock.addWarehouse(), await stock.addGood()];
    await stock.receive(storeId, variantId, 12, 350);
    await merchant.call(stockContract.countStock, { storeId, lines: [{ variantId, counted: 10 }] });
    const lost = await merchant.call(stockContract.loseStock, {
      ...{ storeId, lines: [{ variantId, pieces: 1 }], note: 'broken' },
    });
    const change = (after: typeof before) => ({
      bought: after.goodsBoughtFen - before.goodsBoughtFen,
      counted: after.goodsCountedFen - before.goodsCountedFen,
      lost: after.goodsLostFen - before.goodsLostFen,
      cost: after.goodsCostFen - before.goodsCostFen,
    });
    expect(change(await now())).toEqual({ bought: 4200, counted: -700, lost: 350, cost: 0 });
    await merchant.call(stockContract.reverseDocument, { id: lost.id, note: 'found' });
    expect(change(await now())).toMatchObject({ counted: -700, lost: 0 });
  });

  it('are those of the sites that somebody sees', async () => {
    const { client } = await hireStaff(server, await staff(), ['rewards.accounts'], [secondSite]);
    const whole = await (await staff()).call(calls.readAccounts, { fieldId: secondSite });
    const seen = await client.call(calls.readAccounts, {});
    expect(seen.outstanding).toEqual(whole.outstanding);
    expect((await client.call(calls.readAccounts, { fieldId: firstSite })).outstanding.points).toBe(0);
  });
});
