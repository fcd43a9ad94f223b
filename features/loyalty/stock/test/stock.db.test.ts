import { beforeAll, describe, expect, it } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { sqlStateOf } from '#kit/server/database-away.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { createRandom } from '#simulators/devices/random.ts';
import { stockContract } from '../contract.ts';
import { stockChecks } from '../server/checks.ts';
import { handOut, readShopGood, recycle, release, reserve, takeBack } from '../server/public.ts';
import { expireReservations } from '../server/reserve-stock.ts';
import { stageOf } from './stage.ts';

const { receiveStock, transferStock, countStock, loseStock, reverseDocument, readDocument } = stockContract;
const { listDocuments, listLevels, listStores, listLines, saveStore, removeStores } = stockContract;

const { server } = testServer();
let merchant: Client;
let stage: ReturnType<typeof stageOf>;
const tenantId = demoTenants.merchant;
/** `STOCK_ROUNDS` of six operations at once: more of them find more. */
const rounds = Number(process.env.STOCK_ROUNDS ?? 25);
const nobody = { userId: null, userName: null };

beforeAll(async () => {
  merchant = await server.as('merchant');
  stage = stageOf(merchant);
});

const db = () => server.services.db;
const now = () => server.clock.now();
const keep = (key: string, storeId: string, variantId: string, pieces: number, forMs = 15 * minuteMs) =>
  db().transaction((tx) =>
    reserve(tx, {
      tenantId,
      key,
      storeId,
      lines: [{ variantId, pieces }],
      at: now(),
      until: new Date(now().getTime() + forMs),
    }),
  );
const give = (key: string) => db().transaction((tx) => handOut(tx, { tenantId, key, ...nobody, at: now() }));
const letGo = (key: string) => db().transaction((tx) => release(tx, { tenantId, key, at: now() }));

/** The checks of `npm run prove` that are about stock. */
const wrong = async () => {
  const proof = await prove(db(), now(), stockChecks);
  return proof.checks.filter(({ name }) => stockChecks.some((check) => check.name === name));
};
const expectProven = async () => {
  const checks = await wrong();
  expect(checks.length).toBe(stockChecks.length);
  for (const check of checks) expect(check).toMatchObject({ holds: true });
};

describe('a document', () => {
  it('of a delivery makes stock at its cost, and a second one an average', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 10, 100);
    await stage.receive(storeId, variantId, 5, 131);
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({
      onHand: 15,
      free: 15,
      valueFen: 1655,
      averageCostFen: 110,
      state: 'ok',
    });
    const { records } = await merchant.call(listLines, { storeId, variantId });
    expect(records.map(({ pieces, onHandAfter }) => [pieces, onHandAfter])).toEqual([
      [5, 15],
      [10, 10],
    ]);
  });

  it('moves goods to another store with their cost', async () => {
    const { variantId } = await stage.addGood();
    const [from, to] = [await stage.addWarehouse(), await stage.addWarehouse()];
    await stage.receive(from, variantId, 3, 100);
    await stage.receive(from, variantId, 3, 101);
    const { id } = await merchant.call(transferStock, {
      storeId: from,
      toStoreId: to,
      lines: [{ variantId, pieces: 5 }],
    });
    expect(await stage.levelOf(from, variantId)).toMatchObject({ onHand: 1, valueFen: 100 });
    expect(await stage.levelOf(to, variantId)).toMatchObject({ onHand: 5, valueFen: 503 });
    expect(await merchant.call(readDocument, { id })).toMatchObject({
      kind: 'transfer',
      costFen: 0,
      lines: [{ pieces: 5 }],
    });
    const same = { storeId: from, toStoreId: from, lines: [{ variantId, pieces: 1 }] };
    const error = await refusal(merchant.call(transferStock, same));
    expect(error.issues[0]).toMatchObject({ path: 'toStoreId', key: 'stock:error.sameStore' });
  });

  it('of a count says what the books said, what was there and what differs', async () => {
    const { variantId, name } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 8, 250);
    const { id } = await merchant.call(countStock, { storeId, lines: [{ variantId, counted: 6 }] });
    const document = await merchant.call(readDocument, { id });
    expect(document).toMatchObject({ kind: 'count', piecesOut: 2, costFen: -500, mayReverse: true });
    expect(document.lines).toMatchObject([
      { goodName: name, expected: 8, counted: 6, pieces: -2, costFen: -500, onHandAfter: 6 },
    ]);
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 6, valueFen: 1500 });
  });

  it('can not take more than is free, and then changes nothing', async () => {
    const { variantId, name } = await stage.addGood();
    const other = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 4, 100);
    await stage.receive(storeId, other.variantId, 4, 100);
    await keep(newId(), storeId, variantId, 3);
    const lines = [
      { variantId: other.variantId, pieces: 2 },
      { variantId, pieces: 2 },
    ];
    const error = await refusal(merchant.call(loseStock, { storeId, lines, note: '破损' }));
    expect([error.status, error.key]).toEqual([409, 'stock:error.short']);
    expect(error.message).toContain(name);
    expect(await stage.levelOf(storeId, other.variantId)).toMatchObject({ onHand: 4 });
    const twice = [lines[0]!, lines[0]!];
    const slip = await refusal(merchant.call(loseStock, { storeId, lines: twice, note: '破损' }));
    expect(slip.issues[0]).toMatchObject({ key: 'stock:error.lineTwice' });
  });

  it('is taken back by another one, once, and never changes itself', async () => {
    const { variantId } = await stage.addGood();
    const [from, to] = [await stage.addWarehouse(), await stage.addWarehouse()];
    await stage.receive(from, variantId, 7, 77);
    const move = { storeId: from, toStoreId: to, lines: [{ variantId, pieces: 4 }] };
    const { id } = await merchant.call(transferStock, move);
    const back = await merchant.call(reverseDocument, { id, note: '录错' });
    expect(await stage.levelOf(from, variantId)).toMatchObject({ onHand: 7, valueFen: 539 });
    expect(await stage.levelOf(to, variantId)).toMatchObject({ onHand: 0, valueFen: 0 });
    expect(await merchant.call(readDocument, { id })).toMatchObject({
      reversed: true,
      mayReverse: false,
      otherNumber: back.number,
    });
    const again = await refusal(merchant.call(reverseDocument, { id, note: '再来' }));
    expect(again.key).toBe('stock:error.reversed');
    const twice = await refusal(merchant.call(reverseDocument, { id: back.id, note: '再来' }));
    expect(twice.key).toBe('stock:error.isReversal');
    const touched = await db()
      .inTurn((raw) => raw`update stock_document set note = 'x' where id = ${id}`)
      .catch(sqlStateOf);
    expect(touched).toBeTypeOf('string');
  });

  it('is found by its number, its kind and its store', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    const { id, number } = await stage.receive(storeId, variantId, 1, 100);
    for (const filter of [{ number }, { storeId }, { storeId, kind: 'receipt' as const }]) {
      const { records } = await merchant.call(listDocuments, filter);
      expect(records.map((one) => one.id)).toEqual([id]);
    }
  });
});

describe('pieces that are kept for somebody', () => {
  it('are no longer free, are handed out once, and come back at the cost at which they left', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 5, 300);
    const key = newId();
    const { reservationId } = await keep(key, storeId, variantId, 2);
    expect(await keep(key, storeId, variantId, 2)).toEqual({ reservationId, state: 'open' });
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 5, reserved: 2, free: 3 });
    const { documentId } = await give(key);
    expect(await give(key)).toEqual({ documentId });
    expect(await letGo(key)).toBe('handedOut');
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 3, reserved: 0, valueFen: 900 });
    const refused = await refusal(merchant.call(reverseDocument, { id: documentId, note: '退' }));
    expect(refused.key).toBe('stock:error.ofOrder');
    const back = () => db().transaction((tx) => takeBack(tx, { tenantId, key, ...nobody, at: now() }));
    expect(await back()).toEqual(await back());
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 5, valueFen: 1500 });
  });

  it('are let go when asked, or when nobody came in time', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 2, 300);
    const [first, second] = [newId(), newId()];
    await keep(first, storeId, variantId, 1);
    await keep(second, storeId, variantId, 1, minuteMs);
    expect([await letGo(first), await letGo(first)]).toEqual(['released', 'released']);
    await expireReservations(server.services);
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ reserved: 1 });
    const goOn = server.clock.hold();
    server.clock.forward(2 * minuteMs);
    await expireReservations(server.services);
    goOn();
    merchant = await server.logIn('merchant');
    stage = stageOf(merchant);
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ reserved: 0, free: 2 });
    await expect(give(second)).rejects.toMatchObject({ key: 'stock:error.notKept' });
  });

  it('of the last piece are somebody’s, once, when fifty want it', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 1, 300);
    const buyers = Array.from({ length: 50 }, () => newId());
    const results = await Promise.allSettled(
      buyers.map(async (key) => {
        await keep(key, storeId, variantId, 1);
        // each says it twice, at the same time
        const [a, b] = await Promise.all([give(key), give(key)]);
        expect(a).toEqual(b);
      }),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.key] : []));
    expect(refused).toEqual(Array.from({ length: 49 }, () => 'stock:error.short'));
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 0, reserved: 0, valueFen: 0 });
    const { total } = await merchant.call(listDocuments, { storeId, kind: 'handOut' });
    expect(total).toBe(1);
  });

  it('with the same key at the same time are kept once', async () => {
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, variantId, 9, 300);
    const key = newId();
    await Promise.all(Array.from({ length: 6 }, () => keep(key, storeId, variantId, 2)));
    expect(await stage.levelOf(storeId, variantId)).toMatchObject({ reserved: 2 });
  });
});

it('what players hand back is booked once for a key', async () => {
  const { variantId } = await stage.addGood();
  const storeId = await stage.addWarehouse();
  const key = newId();
  const lines = [{ variantId, pieces: 2, unitCostFen: 45 }];
  const once = () =>
    db().transaction((tx) => recycle(tx, { tenantId, key, storeId, lines, ...nobody, at: now() }));
  const [first, second] = await Promise.all([once(), once()]);
  expect(first).toEqual(second);
  expect(await stage.levelOf(storeId, variantId)).toMatchObject({ onHand: 2, valueFen: 90 });
});

it('any sequence of documents, also several at the same time in both directions, leaves stock and value as the sum of their lines', async () => {
  const random = createRandom('stock');
  const stores = [await stage.addWarehouse(), await stage.addWarehouse(), await stage.addWarehouse()];
  const variants = await Promise.all(
    Array.from({ length: 4 }, async () => (await stage.addGood()).variantId),
  );
  const one = <T>(list: readonly T[]): T => list[random.int(0, list.length - 1)]!;
  const some = () => variants.filter(() => random.int(0, 1) === 1);
  const documents: string[] = [];
  const open: string[] = [];
  const staff = merchant;
  const operation = async (): Promise<void> => {
    const storeId = one(stores);
    const picked = some();
    const chosen = picked.length > 0 ? picked : [one(variants)];
    const moved = chosen.map((variantId) => ({ variantId, pieces: random.int(1, 9) }));
    const note = '随机';
    const which = random.int(0, 9);
    if (which <= 2) {
      const lines = moved.map((line) => ({ ...line, unitCostFen: random.int(0, 999) }));
      documents.push((await staff.call(receiveStock, { storeId, lines })).id);
    } else if (which === 3)
      documents.push((await staff.call(transferStock, { storeId, toStoreId: one(stores), lines: moved })).id);
    else if (which === 4) {
      const lines = chosen.map((variantId) => ({ variantId, counted: random.int(0, 30) }));
      documents.push((await staff.call(countStock, { storeId, lines })).id);
    } else if (which === 5) documents.push((await staff.call(loseStock, { storeId, lines: moved, note })).id);
    else if (which === 6 && documents.length > 0)
      await staff.call(reverseDocument, { id: one(documents), note });
    else if (which === 7 && open.length > 0) await give(one(open));
    else if (which === 8 && open.length > 0) await letGo(one(open));
    else {
      const key = newId();
      await db().transaction((tx) =>
        reserve(tx, {
          tenantId,
          key,
          storeId,
          lines: moved,
          at: now(),
          until: new Date(now().getTime() + minuteMs),
        }),
      );
      open.push(key);
    }
  };
  const outcomes = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    const results = await Promise.allSettled(Array.from({ length: 6 }, operation));
    for (const result of results) {
      const said = result.status === 'fulfilled' ? 'done' : String(result.reason.key ?? result.reason);
      outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
    }
  }
  // Whatever was refused was refused by a rule, and enough was done to mean something.
  for (const key of outcomes.keys()) expect(key).toMatch(/^(done|stock:error\.\w+)$/);
  expect(outcomes.get('done')).toBeGreaterThan(rounds * 2);
  await expectProven();
});

describe('who works at some sites', () => {
  it('sees the stores of these sites and their documents, and books there alone', async () => {
    const here = [demoId('site:merchant:1')];
    const { client: clerk } = await hireStaff(server, merchant, ['stock.view', 'stock.book'], here);
    const seen = await clerk.call(listStores, { size: 100 });
    const all = await merchant.call(listStores, { size: 100 });
    expect(all.records.length).toBeGreaterThan(seen.records.length);
    expect(seen.records.every(({ kind }) => kind === 'shop')).toBe(true);
    const { records: levels } = await clerk.call(listLevels, { size: 100 });
    const visible = new Set(seen.records.map(({ id }) => id));
    expect(levels.every(({ storeId }) => visible.has(storeId))).toBe(true);
    const warehouse = all.records.find(({ kind }) => kind === 'warehouse')!;
    const hidden = await merchant.call(listDocuments, { storeId: warehouse.id, kind: 'receipt' });
    const error = await refusal(clerk.call(readDocument, { id: hidden.records[0]!.id }));
    expect(error.status).toBe(404);
    const { variantId } = await stage.addGood();
    const lines = [{ variantId, pieces: 1, unitCostFen: 100 }];
    await clerk.call(receiveStock, { storeId: demoId('stock store:shop'), lines });
    const refused = await refusal(clerk.call(receiveStock, { storeId: warehouse.id, lines }));
    expect(refused.issues[0]).toMatchObject({ path: 'storeId', key: 'stock:error.unknownStore' });
  });

  it('are other merchants, who see nothing of it', async () => {
    const other = await server.as('merchant2');
    expect((await other.call(listStores, {})).total).toBe(0);
    const { variantId } = await stage.addGood();
    const storeId = await stage.addWarehouse();
    const foreign = { storeId, lines: [{ variantId, pieces: 1, unitCostFen: 1 }] };
    expect((await refusal(other.call(receiveStock, foreign))).issues[0]).toMatchObject({ path: 'storeId' });
  });
});

describe('a store', () => {
  it('of a shop belongs to one site, and goes only when it is empty', async () => {
    const fieldId = demoId('site:merchant:2');
    const { id } = await merchant.call(saveStore, { kind: 'shop', name: '电玩馆前台', fieldId });
    const again = await refusal(merchant.call(saveStore, { kind: 'shop', name: '第二前台', fieldId }));
    expect(again.issues[0]).toMatchObject({ path: 'fieldId', key: 'stock:error.siteTaken' });
    const without = await refusal(merchant.call(saveStore, { kind: 'shop', name: '无场地' }));
    expect(without.issues[0]).toMatchObject({ key: 'stock:error.siteNeeded' });
    const { variantId, id: goodId } = await stage.addGood({ allShops: false, storeIds: [id] });
    await stage.receive(id, variantId, 1, 100);
    expect((await refusal(merchant.call(removeStores, { ids: [id] }))).key).toBe('stock:error.storeFilled');
    const at = { tenantId, goodId, now: now() };
    expect(await readShopGood(db().read, { ...at, storeId: id })).toMatchObject({ free: 1 });
    expect(await readShopGood(db().read, { ...at, storeId: demoId('stock store:shop') })).toBeUndefined();
    await merchant.call(loseStock, { storeId: id, lines: [{ variantId, pieces: 1 }], note: '清空' });
    await merchant.call(removeStores, { ids: [id] });
  });
});

it('of the demo agrees with its documents, and the proof tells when it does not', async () => {
  await expectProven();
  const [level] = (await merchant.call(listLevels, { storeId: demoId('stock store:shop') })).records;
  await db().inTurn((raw) => raw`update stock_level set on_hand = on_hand + 1 where id = ${level!.id}`);
  const found = (await wrong()).filter(({ holds }) => !holds);
  expect(found.map(({ name }) => name)).toEqual(['stockMatchesLines']);
  await db().inTurn((raw) => raw`update stock_level set on_hand = on_hand - 1 where id = ${level!.id}`);
});
