import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { stockContract } from '../contract.ts';
import { stageOf } from './stage.ts';

const { saveGood, readGood, listGoods, removeGoods, shelveGoods, groupGoods, loseStock } = stockContract;
const { saveClass, listClasses, sortClasses, removeClasses, listVariants, setAlarm, listLevels } =
  stockContract;
const { saveSupplier, listSuppliers, removeSuppliers, receiveStock, reverseDocument } = stockContract;

const { server, staff } = testServer();
const merchant = staff('merchant', 'en-us');
let stage: ReturnType<typeof stageOf>;

beforeAll(async () => {
  stage = stageOf(merchant);
});

const codeOf = () => newId().replaceAll('-', '').slice(-13);

describe('categories and groups', () => {
  it('are added, renamed and put in order, each kind for itself', async () => {
    const { id } = await merchant.call(saveClass, { kind: 'category', name: '临时' });
    await merchant.call(saveClass, { kind: 'group', name: '临时' });
    await merchant.call(saveClass, { id, kind: 'category', name: '文具' });
    const list = await merchant.call(listClasses, { kind: 'category' });
    expect(list.at(-1)).toMatchObject({ name: '文具', goodCount: 0 });
    const ids = list.map((one) => one.id).reverse();
    await merchant.call(sortClasses, { kind: 'category', ids });
    expect((await merchant.call(listClasses, { kind: 'category' })).map((one) => one.id)).toEqual(ids);
    const stale = await refusal(merchant.call(sortClasses, { kind: 'category', ids: [id] }));
    expect(stale.key).toBe('stock:error.classesChanged');
    const taken = await refusal(merchant.call(saveClass, { kind: 'category', name: '文具' }));
    expect(taken.issues[0]).toMatchObject({ path: 'name', key: 'stock:error.nameTaken' });
  });

  it('stay while a good uses them as its category; groups are left by their goods', async () => {
    const { id: categoryId } = await merchant.call(saveClass, { kind: 'category', name: '在用' });
    const { id: groupId } = await merchant.call(saveClass, { kind: 'group', name: '在用' });
    const good = await stage.addGood({ categoryId, groupIds: [groupId] });
    const error = await refusal(merchant.call(removeClasses, { ids: [categoryId] }));
    expect([error.status, error.key]).toEqual([409, 'stock:error.categoryUsed']);
    expect((await merchant.call(listGoods, { groupId })).records.map(({ id }) => id)).toEqual([good.id]);
    await merchant.call(removeClasses, { ids: [groupId] });
    expect(await merchant.call(readGood, { id: good.id })).toMatchObject({ groupIds: [], groups: '' });
    await merchant.call(removeGoods, { ids: [good.id] });
    await merchant.call(removeClasses, { ids: [categoryId] });
  });
});

describe('a good', () => {
  it('says what it costs in words, and needs some price', async () => {
    const { id } = await stage.addGood({ pricePoints: 300, priceTickets: 0, priceFen: 550 });
    expect(await merchant.call(readGood, { id })).toMatchObject({ price: '300 points + ¥5.50', state: 'on' });
    const free = await refusal(stage.addGood({ pricePoints: 0 }));
    expect(free.issues[0]).toMatchObject({ key: 'stock:error.priceNeeded' });
  });

  it('comes and goes by its times without anybody’s doing, and is found by its state', async () => {
    const day = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString();
    const planned = await stage.addGood({ shelfFrom: day(1), shelfUntil: day(3) });
    const ended = await stage.addGood({ shelfUntil: day(-1) });
    const off = await stage.addGood({ onShelf: false });
    const idsIn = async (state: 'on' | 'planned' | 'ended' | 'off') =>
      (await merchant.call(listGoods, { state, size: 100 })).records.map(({ id }) => id);
    expect(await idsIn('planned')).toEqual([planned.id]);
    expect(await idsIn('ended')).toEqual([ended.id]);
    expect(await idsIn('off')).toContain(off.id);
    expect(await idsIn('on')).not.toContain(planned.id);
    await merchant.call(shelveGoods, { ids: [off.id], onShelf: true });
    expect(await idsIn('on')).toContain(off.id);
    const turned = await refusal(stage.addGood({ shelfFrom: day(3), shelfUntil: day(1) }));
    expect(turned.issues[0]).toMatchObject({ path: 'shelfUntil' });
  });

  it('keeps its variants apart by name and barcode; a code given up can be taken by another', async () => {
    const [red, blue] = [codeOf(), codeOf()];
    const good = await stage.addGood({
      variants: [
        { name: '红', barcode: red },
        { name: '蓝', barcode: blue },
      ],
    });
    const found = await merchant.call(listVariants, { barcode: blue });
    expect(found.records).toMatchObject([{ goodName: good.name, variantName: '蓝' }]);
    const taken = await refusal(stage.addGood({ variants: [{ name: '', barcode: red }] }));
    expect(taken.issues[0]).toMatchObject({ key: 'stock:error.barcodeTaken' });
    const nameless = await refusal(stage.addGood({ variants: [{ name: '' }, { name: 'x' }] }));
    expect(nameless.issues[0]).toMatchObject({ key: 'stock:error.variantNameNeeded' });
    const [first, second] = good.variants;
    const whole = await merchant.call(readGood, { id: good.id });
    await merchant.call(saveGood, {
      ...whole,
      variants: [
        { id: second!.id, name: '蓝', barcode: red },
        { id: first!.id, name: '红', barcode: blue },
      ],
    });
    expect((await merchant.call(readGood, { id: good.id })).variants).toMatchObject([
      { name: '蓝', barcode: red },
      { name: '红', barcode: blue },
    ]);
  });

  it('stays as long as a store has some of it', async () => {
    const code = codeOf();
    const good = await stage.addGood({ variants: [{ name: 'a', barcode: code }, { name: 'b' }] });
    const storeId = await stage.addWarehouse();
    await stage.receive(storeId, good.variantId, 2, 100);
    const whole = await merchant.call(readGood, { id: good.id });
    const less = { ...whole, variants: [{ id: good.variants[1]!.id, name: 'b' }] };
    expect((await refusal(merchant.call(saveGood, less))).key).toBe('stock:error.variantStocked');
    expect((await refusal(merchant.call(removeGoods, { ids: [good.id] }))).key).toBe(
      'stock:error.goodStocked',
    );
    const lines = [{ variantId: good.variantId, pieces: 2 }];
    await merchant.call(loseStock, { storeId, lines, note: '清空' });
    await merchant.call(removeGoods, { ids: [good.id] });
    expect((await refusal(merchant.call(readGood, { id: good.id }))).status).toBe(404);
    // its barcode is free again, and nothing more is received of it
    await stage.addGood({ variants: [{ name: '', barcode: code }] });
    expect((await refusal(stage.receive(storeId, good.variantId, 1, 1))).key).toBe('stock:error.unknownGood');
  });

  it('is put into groups, several goods at once', async () => {
    const { id: groupId } = await merchant.call(saveClass, { kind: 'group', name: '一起' });
    const ids = [(await stage.addGood()).id, (await stage.addGood()).id];
    await merchant.call(groupGoods, { ids, groupIds: [groupId] });
    expect((await merchant.call(listGoods, { groupId })).total).toBe(2);
    const category = await stage.category();
    const error = await refusal(merchant.call(groupGoods, { ids, groupIds: [category] }));
    expect(error.issues[0]).toMatchObject({ path: 'groupIds' });
  });
});

it('a store is low on a good at its alarm threshold', async () => {
  const { variantId } = await stage.addGood();
  const storeId = await stage.addWarehouse();
  await stage.receive(storeId, variantId, 3, 100);
  const level = await stage.levelOf(storeId, variantId);
  await merchant.call(setAlarm, { ids: [level!.id], alarmThreshold: 3 });
  const low = await merchant.call(listLevels, { storeId, state: 'low' });
  expect(low.records).toMatchObject([{ state: 'low', alarmThreshold: 3 }]);
  expect((await merchant.call(listLevels, { storeId, state: 'ok' })).total).toBe(0);
  const clerk = await server.as('clerk');
  const mayNot = await refusal(clerk.call(setAlarm, { ids: [level!.id], alarmThreshold: 1 }));
  expect([403, 404]).toContain(mayNot.status);
});

it('a supplier shows what was bought there and not given back, and is still named by receipts when gone', async () => {
  const { id } = await merchant.call(saveSupplier, { name: '测试供应商', phone: '' });
  const { variantId } = await stage.addGood();
  const storeId = await stage.addWarehouse();
  const receive = (pieces: number) =>
    merchant.call(receiveStock, { storeId, supplierId: id, lines: [{ variantId, pieces, unitCostFen: 50 }] });
  await receive(4);
  const wrong = await receive(9);
  await merchant.call(reverseDocument, { id: wrong.id, note: '录错' });
  const read = async () => (await merchant.call(listSuppliers, { name: '测试供应商' })).records;
  expect(await read()).toMatchObject([{ receipts: 1, boughtFen: 200 }]);
  await merchant.call(removeSuppliers, { ids: [id] });
  expect(await read()).toEqual([]);
  expect((await refusal(receive(1))).issues[0]).toMatchObject({ path: 'supplierId' });
  const { records } = await merchant.call(stockContract.listDocuments, { supplierId: id, kind: 'receipt' });
  expect(records[0]).toMatchObject({ supplierName: '测试供应商' });
});
