import { beforeAll, describe, expect, it } from 'vitest';
import { listsContract } from '#features/base/lists/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { answerCommand, onlineDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { coinsContract as calls } from '../contract.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
let claw: TestDevice;
beforeAll(async () => {
  claw = await onlineDevice(server);
});

let sold = 0;
/** A sale for cash that the machine delivers. */
async function sell(client: Client, plays: number) {
  const order = await client.call(ordersContract.sellAtCounter, {
    equipmentId: claw.id,
    number: plays,
    requestId: newId(),
  });
  await answerCommand(server, claw, { state: 'done', asked: plays, counted: plays }, ++sold);
  return order;
}

const seller = () =>
  hireStaff(server, merchant, ['coins.view', 'coins.cashier', 'orders.view', 'orders.sell']);
const openOf = async (name: string) => {
  const holder = (await merchant.call(calls.listHolders, {})).find(({ userName }) => userName === name);
  if (!holder) return { holder: undefined, ids: [] };
  const { records } = await merchant.call(calls.listTakings, { userId: holder.userId, open: true, size: 50 });
  return { holder, ids: records.map(({ id }) => id) };
};
const confirm = (client: Client, ids: string[], countedFen: number) =>
  client.call(calls.confirmTakings, { ids, countedFen });

describe('cash taken at the counter', () => {
  it('stands in the name of who took it until the cashier has counted it', async () => {
    const { account: name, client } = await seller();
    const first = await sell(client, 2);
    const second = await sell(client, 1);
    const { holder, ids } = await openOf(name);
    expect(holder).toMatchObject({ takings: 2, amountFen: first.amount + second.amount, rejected: 0 });
    const handover = await confirm(merchant, ids, first.amount + second.amount - 50);
    expect(handover).toMatchObject({ expectedFen: first.amount + second.amount, differenceFen: -50 });
    expect((await openOf(name)).holder).toBeUndefined();
    const { records } = await merchant.call(calls.listHandovers, {});
    expect(records[0]).toMatchObject({ userName: name, takings: 2, differenceFen: -50 });
  });

  it('is confirmed once by 50 cashiers at the same time', async () => {
    const { account: name, client } = await seller();
    const { amount } = await sell(client, 1);
    const { ids } = await openOf(name);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => refusalOf(confirm(merchant, ids, amount))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'coins:error.alreadyConfirmed']));
  });

  it('can be sent back with a reason, and be confirmed later', async () => {
    const { account: name, client } = await seller();
    const { amount } = await sell(client, 1);
    const { ids } = await openOf(name);
    await merchant.call(calls.rejectTakings, { ids, reason: 'the count is wrong' });
    expect((await openOf(name)).holder).toMatchObject({ rejected: 1, amountFen: amount });
    expect(await refusalOf(confirm(client, ids, amount))).toBe('coins:error.ownCash');
    expect(await confirm(merchant, ids, amount)).toMatchObject({ differenceFen: 0 });
    expect(await refusalOf(merchant.call(calls.rejectTakings, { ids, reason: 'x' }))).toBe(
      'coins:error.alreadyConfirmed',
    );
  });

  it('goes back from the hands it is in', async () => {
    const { account: name, client } = await seller();
    const order = await sell(client, 3);
    const refund = (amount: number) =>
      merchant.call(ordersContract.refundByNumber, {
        orderNumber: order.orderNumber,
        amount,
        reason: 'the customer changed the mind',
      });
    await refund(100);
    const { holder, ids } = await openOf(name);
    expect(holder).toMatchObject({ takings: 2, amountFen: order.amount - 100 });
    await confirm(merchant, ids, order.amount - 100);
    await refund(100);
    expect((await openOf(name)).holder).toBeUndefined();
    const holders = await merchant.call(calls.listHolders, {});
    expect(holders.some(({ amountFen }) => amountFen === -100)).toBe(true);
  });

  it('of two people is not confirmed together, nor by another merchant', async () => {
    const one = await seller();
    const two = await seller();
    await sell(one.client, 1);
    await sell(two.client, 1);
    const ids = [...(await openOf(one.account)).ids, ...(await openOf(two.account)).ids];
    expect(await refusalOf(confirm(merchant, ids, 1))).toBe('coins:error.severalPeople');
    expect(await refusalOf(confirm(await server.as('merchant2'), ids, 1))).toBe('kit:error.notFound');
  });
});

describe('who works at some sites', () => {
  const here = demoId('site:merchant:1');
  const elsewhere = demoId('site:merchant:2');
  const rights = ['coins.view', 'coins.cashier', 'orders.view', 'orders.sell', 'accounts.logView'];
  let order: Awaited<ReturnType<typeof sell>>;
  let handoverId: string;
  let local: Client;
  let stranger: Client;
  const heard = new Map<Client, { event: string; data: Record<string, unknown> }[]>();

  const names = (client: Client) => new Set((heard.get(client) ?? []).map(({ event }) => event));

  it('is told what happens there', async () => {
    ({ client: local } = await hireStaff(server, merchant, rights, [here]));
    ({ client: stranger } = await hireStaff(server, merchant, rights, [elsewhere]));
    const places = new Map<Client, string>();
    for (const client of [merchant, local, stranger])
      places.set(client, (await client.call(listsContract.pollEvents, {})).seq);
    const { account, client } = await seller();
    order = await sell(client, 2);
    ({ id: handoverId } = await confirm(merchant, (await openOf(account)).ids, order.amount));
    const listen = async (who: Client) => {
      const { events } = await who.call(listsContract.pollEvents, { after: places.get(who) });
      heard.set(who, events);
      return events;
    };
    // what is told last is heard: then everything before it was published too
    await expect
      .poll(
        async () => (await listen(merchant)).filter(({ event }) => event === 'cashier.changed').length,
        soon,
      )
      .toBeGreaterThan(1);
    await listen(local);
    await listen(stranger);
    for (const client of [merchant, local])
      expect([...names(client)]).toEqual(
        expect.arrayContaining(['order.changed', 'device.command', 'cashier.changed']),
      );
    expect(heard.get(local)).toContainEqual(
      expect.objectContaining({
        event: 'order.changed',
        data: expect.objectContaining({ number: order.orderNumber }),
      }),
    );
  });

  it('hears nothing of other sites, neither over the socket nor by asking', () => {
    for (const event of [
      'order.changed',
      'payment.changed',
      'device.command',
      'device.event',
      'cashier.changed',
    ])
      expect(names(stranger)).not.toContain(event);
    const said = JSON.stringify(heard.get(stranger));
    for (const secret of [claw.id, order.orderId, order.orderNumber]) expect(said).not.toContain(secret);
  });

  it('reads there, and nowhere else, what others did and which cash was handed over', async () => {
    const logged = async (client: Client) =>
      (await client.call(teamContract.listLog, { keyword: order.orderNumber })).records.map(
        ({ action }) => action,
      );
    expect(await logged(merchant)).toContain('orders.sell');
    expect(await logged(local)).toContain('orders.sell');
    expect(await logged(stranger)).toEqual([]);
    const handed = async (client: Client) =>
      (await client.call(calls.listHandovers, { size: 50 })).records.map(({ id }) => id);
    expect(await handed(merchant)).toContain(handoverId);
    expect(await handed(local)).toContain(handoverId);
    expect(await handed(stranger)).toEqual([]);
  });

  it('could not hear more: no machine, order or site is named in what everybody is told', async () => {
    const leaks = await server.services.db.raw`
      select distinct o.event from outbox o
      where o.site_ids is null and o.topic like 'tenant:%' and (
        exists (select from device d where position(d.id::text in o.data::text) > 0)
        or exists (select from site s where position(s.id::text in o.data::text) > 0)
        or exists (select from orders r where position(r.id::text in o.data::text) > 0))`;
    expect(leaks.map(({ event }) => event)).toEqual([]);
  });
});
