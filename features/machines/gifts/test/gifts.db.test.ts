import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadsContract } from '#features/base/uploads/contract.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { sqlStateOf } from '#kit/server/database-away.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { giftsContract } from '../contract.ts';
import { giftMovements } from '../tables.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let typeId: string;
const scope = tenantScope(demoTenants.merchant);

beforeAll(async () => {
  typeId = (await merchant.call(giftsContract.saveType, { name: '测试类型' })).id;
});

let nextName = 0;
const addGift = async (fields: Partial<InputOf<typeof giftsContract.saveGift>> = {}) => {
  nextName += 1;
  const input = { name: `礼品 ${nextName}`, typeId, costFen: 1200, ...fields };
  return (await merchant.call(giftsContract.saveGift, input)).id;
};
const movementsOf = async (giftId: string) => {
  const movement = rows(scope, giftMovements);
  const list = await server.services.db.read
    .select()
    .from(movement)
    .where(eq(movement.giftId, giftId))
    .orderBy(movement.createdAt, movement.id);
  return list.map(({ kind, amount, stockBefore, stockAfter }) => [kind, amount, stockBefore, stockAfter]);
};

describe('gift types', () => {
  it('are added, renamed, put in order and removed', async () => {
    const names = async () => (await merchant.call(giftsContract.listTypes, {})).map((type) => type.name);
    const { id } = await merchant.call(giftsContract.saveType, { name: '临时类型' });
    await merchant.call(giftsContract.saveType, { id, name: '零食' });
    expect((await names()).at(-1)).toBe('零食');
    const types = await merchant.call(giftsContract.listTypes, {});
    await merchant.call(giftsContract.sortTypes, { ids: types.map((type) => type.id).reverse() });
    expect((await names())[0]).toBe('零食');
    await merchant.call(giftsContract.removeTypes, { ids: [id] });
    expect(await names()).not.toContain('零食');
  });

  it('have different names and can not be sorted from an old list', async () => {
    const error = await refusal(merchant.call(giftsContract.saveType, { name: '测试类型' }));
    expect(error.issues[0]).toMatchObject({ path: 'name', key: 'gifts:error.nameTaken' });
    expect(error.message).toContain('测试类型');
    const partial = await refusal(merchant.call(giftsContract.sortTypes, { ids: [typeId] }));
    expect(partial.key).toBe('gifts:error.typesChanged');
  });

  it('stay while a gift uses them', async () => {
    const { id } = await merchant.call(giftsContract.saveType, { name: '在用类型' });
    const giftId = await addGift({ typeId: id });
    const error = await refusal(merchant.call(giftsContract.removeTypes, { ids: [id] }));
    expect([error.status, error.key]).toEqual([409, 'gifts:error.typeUsed']);
    await merchant.call(giftsContract.removeGifts, { ids: [giftId] });
    await merchant.call(giftsContract.removeTypes, { ids: [id] });
  });
});

describe('a gift', () => {
  it('keeps what it was made with; its first stock is a movement and the change is in the log', async () => {
    const id = await addGift({ name: '记录用公仔', stock: 12, alarmThreshold: 20 });
    expect(await merchant.call(giftsContract.readGift, { id })).toMatchObject({
      name: '记录用公仔',
      typeName: '测试类型',
      stock: 12,
      lowStock: true,
      equipmentNumber: 0,
    });
    expect(await movementsOf(id)).toEqual([['in', 12, 0, 12]]);
    const entry = rows(scope, auditEntries);
    const log = await server.services.db.read.select().from(entry).where(eq(entry.entityId, id));
    expect(log.map((row) => row.action)).toEqual(['gifts.create']);
  });

  it('of the demo has a picture under an address that files are given out by', async () => {
    const { records } = await merchant.call(giftsContract.listGifts, { size: 50 });
    const pictures = records.flatMap(({ picture }) => (picture ? [picture] : []));
    expect(pictures.length).toBeGreaterThan(5);
    for (const picture of pictures) {
      const [, tenant, month, name] = picture.split('/').slice(1);
      expect(uploadsContract.readFile.input.safeParse({ tenant, month, name }).success, picture).toBe(true);
    }
  });

  it('is found by type, by words and by low stock', async () => {
    const low = await addGift({ name: '很少的礼品', stock: 2, alarmThreshold: 2 });
    const enough = await addGift({ name: '很多的礼品', stock: 3, alarmThreshold: 2 });
    const ids = async (input: InputOf<typeof giftsContract.listGifts>) =>
      (await merchant.call(giftsContract.listGifts, { size: 100, typeId, ...input })).records.map(
        (gift) => gift.id,
      );
    expect(await ids({ name: '很少' })).toEqual([low]);
    expect(await ids({ name: '%' })).toEqual([]);
    expect(await ids({ lowStock: true })).toContain(low);
    expect(await ids({ lowStock: true })).not.toContain(enough);
    expect(await ids({ lowStock: false })).toContain(enough);
  });

  it('does not overwrite stock that moved while its form was open', async () => {
    const id = await addGift({ name: '旧表单', stock: 10 });
    await merchant.call(giftsContract.moveStock, { giftId: id, kind: 'out', amount: 4, note: '破损' });
    const form = { id, name: '旧表单', typeId, costFen: 1500 };
    const error = await refusal(merchant.call(giftsContract.saveGift, { ...form, stock: 10 }));
    expect(error.issues[0]).toMatchObject({ path: 'stock', key: 'gifts:error.stockByMovement' });
    await merchant.call(giftsContract.saveGift, form);
    expect(await merchant.call(giftsContract.readGift, { id })).toMatchObject({ stock: 6, costFen: 1500 });
  });

  it('needs a known type and its own name', async () => {
    await addGift({ name: '重名' });
    const taken = await refusal(addGift({ name: '重名' }));
    expect(taken.issues[0]).toMatchObject({ path: 'name', key: 'gifts:error.nameTaken' });
    const unknown = await refusal(addGift({ typeId: newId() }));
    expect(unknown.issues[0]).toMatchObject({ path: 'typeId', key: 'gifts:error.unknownType' });
  });

  it('that is removed leaves the list, and its stock leaves the books by a movement', async () => {
    const id = await addGift({ name: '要删除', stock: 7 });
    await merchant.call(giftsContract.removeGifts, { ids: [id] });
    expect((await refusal(merchant.call(giftsContract.readGift, { id }))).status).toBe(404);
    expect(await movementsOf(id)).toEqual([
      ['in', 7, 0, 7],
      ['out', 7, 7, 0],
    ]);
    await addGift({ name: '要删除' });
  });
});

describe('warehouse stock', () => {
  it('goes in, out and to what was counted, each time with a record', async () => {
    const giftId = await addGift({ stock: 5 });
    const move = (kind: 'in' | 'out' | 'correct', amount: number, note?: string) =>
      merchant.call(giftsContract.moveStock, { giftId, kind, amount, note });
    expect(await move('in', 10)).toEqual({ stock: 15 });
    expect(await move('out', 3, '赠送')).toEqual({ stock: 12 });
    expect(await move('correct', 9, '月底盘点')).toEqual({ stock: 9 });
    expect(await movementsOf(giftId)).toEqual([
      ['in', 5, 0, 5],
      ['in', 10, 5, 15],
      ['out', 3, 15, 12],
      ['correct', -3, 12, 9],
    ]);
    const page = await merchant.call(giftsContract.listMovements, { giftId });
    expect(page.records[0]).toMatchObject({ kind: 'correct', note: '月底盘点', userName: '陈立新' });
  });

  it('is refused with the reason: nothing moved, no reason given, more out than there is', async () => {
    const giftId = await addGift({ stock: 2 });
    const move = (fields: object) =>
      refusal(
        merchant.call(giftsContract.moveStock, { giftId, kind: 'out', amount: 1, note: '原因', ...fields }),
      );
    expect((await move({ amount: 0 })).issues[0]?.path).toBe('amount');
    expect((await move({ note: '' })).issues[0]).toMatchObject({ path: 'note' });
    const short = await move({ amount: 3 });
    expect([short.status, short.key]).toEqual([409, 'gifts:error.warehouseShort']);
    expect(short.message).toContain('2');
    expect((await merchant.call(giftsContract.readGift, { id: giftId })).stock).toBe(2);
  });

  it('never loses a piece when many book at once, and never falls below zero', async () => {
    const giftId = await addGift({ stock: 10 });
    const outs = Array.from({ length: 15 }, () =>
      merchant.call(giftsContract.moveStock, { giftId, kind: 'out', amount: 1, note: '抢' }).then(
        () => 1,
        () => 0,
      ),
    );
    const won = (await Promise.all(outs)).reduce<number>((sum, one) => sum + one, 0);
    expect(won).toBe(10);
    expect((await merchant.call(giftsContract.readGift, { id: giftId })).stock).toBe(0);
    expect(await movementsOf(giftId)).toHaveLength(11);
  });

  it('books a request that is sent again only once', async () => {
    const giftId = await addGift();
    const request = { giftId, kind: 'in' as const, amount: 6, requestId: newId() };
    await Promise.all(Array.from({ length: 5 }, () => merchant.call(giftsContract.moveStock, request)));
    expect((await merchant.call(giftsContract.readGift, { id: giftId })).stock).toBe(6);
  });

  it('is guarded by the database itself, and the record can not be changed', async () => {
    const giftId = await addGift({ stock: 1 });
    const { raw } = server.services.db;
    const stateOf = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => undefined, sqlStateOf);
    expect(await stateOf(raw`update gift set stock = -1 where id = ${giftId}`)).toBe('23514');
    expect(await stateOf(raw`update gift_movement set amount = 9 where gift_id = ${giftId}`)).toBe('23001');
    expect(await stateOf(raw`delete from gift_movement where gift_id = ${giftId}`)).toBe('23001');
  });
});

describe('other people', () => {
  it('of another merchant find neither gifts nor types', async () => {
    const giftId = await addGift({ stock: 3 });
    const other = await server.as('merchant2');
    const attempts = [
      () => other.call(giftsContract.readGift, { id: giftId }),
      () => other.call(giftsContract.removeGifts, { ids: [giftId] }),
      () => other.call(giftsContract.moveStock, { giftId, kind: 'in', amount: 1 }),
      () => other.call(giftsContract.saveType, { id: typeId, name: '越权' }),
      () => other.call(giftsContract.removeTypes, { ids: [typeId] }),
      () => other.call(giftsContract.listUserGifts, { userId: demoId('user:merchant') }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    expect((await other.call(giftsContract.listMovements, { giftId })).total).toBe(0);
    const names = (await other.call(giftsContract.listGifts, { size: 100 })).records.map((gift) => gift.name);
    expect(names).toContain('高铁模型');
    expect(names).not.toContain('草莓小熊公仔');
  });

  it('without the right may look but not change', async () => {
    const clerk = await server.as('clerk');
    expect((await clerk.call(giftsContract.listGifts, {})).total).toBeGreaterThan(10);
    const giftId = demoId('gift:merchant:1');
    const attempts = [
      () => clerk.call(giftsContract.moveStock, { giftId, kind: 'in', amount: 1 }),
      () => clerk.call(giftsContract.removeGifts, { ids: [giftId] }),
      () => clerk.call(giftsContract.removePlacement, { equipmentId: newId() }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(403);
  });
});

it('the demo has low gifts, and every stock is what its movements say', async () => {
  const page = await merchant.call(giftsContract.listGifts, { lowStock: true, name: '宇航员盲盒' });
  expect(page.records).toHaveLength(1);
  const odd = await server.services.db.raw`
    select g.name from gift g left join lateral (
      select m.stock_after from gift_movement m
      where m.tenant_id = g.tenant_id and m.gift_id = g.id and m.stock_after is not null
      order by m.created_at desc, m.id desc limit 1) last on true
    where g.id = any(${Array.from({ length: 12 }, (_, index) => demoId(`gift:merchant:${index + 1}`))})
      and g.stock <> coalesce(last.stock_after, 0)`;
  expect(odd).toEqual([]);
});
