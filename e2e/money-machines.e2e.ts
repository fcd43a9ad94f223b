/** Cash for goods, a fault put right, coins counted: what the person at the counter sees, beside what the server kept. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DeviceRecord, DeviceType } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { LaneRecord } from '#features/machines/vending/contract/records.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, shot, type Width, watchProblems } from './support/browser.ts';
import { arrivesAt, button, fillIn, isMarked, markPage, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, openPage } = setStage();

const untilConnected = { timeout: patient(100_000), interval: 1000 };

async function onlineMachines(type: DeviceType): Promise<DeviceRecord[]> {
  const filter = { types: [type], state: 'online' as const, size: 100 };
  const { records } = await merchant.call(fleetContract.listDevices, filter);
  return records.filter(({ controlled, faults }) => controlled && faults.length === 0);
}

interface Stand {
  device: DeviceRecord;
  lane: LaneRecord;
  /** of one piece, as the server says */
  priceFen: number;
}

/** A connected machine of the kind, and the lane of it with the most to sell. */
async function stockedLane(type: DeviceType, pieces: number): Promise<Stand> {
  const seen: string[] = [];
  for (const device of await onlineMachines(type)) {
    const { equipmentId } = device;
    const { lanes } = await merchant.call(vendingContract.readLanes, { equipmentId });
    const state = await merchant.call(fleetContract.readState, { equipmentId });
    const counted = new Map(state.lanes.map(({ lane, stock }) => [lane, stock]));
    const left = ({ lane, stock }: LaneRecord) => counted.get(lane) ?? stock;
    const open = lanes.filter((lane) => lane.open && left(lane) >= pieces);
    const [lane] = open.toSorted((one, other) => left(other) - left(one));
    seen.push(`${device.code} ${open.length} of ${lanes.length}`);
    if (!lane) continue;
    const { amountFen } = await merchant.call(ordersContract.quoteSale, {
      equipmentId,
      lanes: String(lane.lane),
    });
    return { device, lane, priceFen: amountFen };
  }
  throw new Error(`no connected ${type} has anything to sell yet: ${seen.join('; ')}`);
}

const laneName = (lane: LaneRecord) => lane.templateName ?? say('orders:sale.lane', { lane: lane.lane });
const machineName = ({ equipmentNo, equipmentName, type }: DeviceRecord) =>
  say('kit:thing.machine', { number: equipmentNo, name: equipmentName ?? say(`orders:typeName.${type}`) });
const cashInTill = async () =>
  (await merchant.call(walletContract.readWallet, {})).wallet?.balances.cashFen ?? 0;

const goods: { type: DeviceType; pieces: number; width: Width }[] = [
  { type: 'vending', pieces: 2, width: 'phone' },
  { type: 'cabinet', pieces: 1, width: 'phone' },
  { type: 'lipstick', pieces: 1, width: 'desk' },
];

describe.each(goods)('a $type machine, sold at the counter on a $width', ({ type, pieces, width }) => {
  it('gives what was paid for in cash, and the books say the same', async () => {
    const stand = await vi.waitFor(() => stockedLane(type, pieces), untilConnected);
    const { device, lane } = stand;
    const page = await openPage({ login: 'merchant', width });
    const problems = watchProblems(page);
    const cash = await cashInTill();
    await open(page, '/counter_sale');
    await markPage(page);
    await page.getByPlaceholder(say('orders:sale.search')).fill(device.code);
    await page
      .getByRole('button', { name: new RegExp(`^${machineName(device)} ${device.fieldName}`) })
      .click();
    const more = page.getByRole('button', {
      name: say('orders:sale.more', { name: laneName(lane), lane: lane.lane }),
      exact: true,
    });
    for (let piece = 0; piece < pieces; piece++) await more.click();
    const price = pieces * stand.priceFen;
    await sees(page.getByRole('status').getByText(formatFen(price)));
    await shot(page, `sale-${type}-${width}`);
    await button(page, 'orders:sale.take').click();
    await sees(page.getByText(say('orders:stateName.fulfilled')));
    await sees(page.getByText(say('orders:pieces.countedOf', { asked: pieces, counted: pieces })));
    await shot(page, `sold-${type}-${width}`);
    expect(await isMarked(page)).toBe(true);
    const { records } = await merchant.call(ordersContract.listOrders, { equipmentId: device.equipmentId });
    expect(records[0]).toMatchObject({
      state: 'fulfilled',
      payWay: 'counter',
      paidAmount: price,
      fulfilledAmount: price,
      asked: pieces,
      counted: pieces,
    });
    expect(await cashInTill()).toBe(cash + price);
    expect(problems).toEqual([]);
  });
});

describe('a fault order', () => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    page = await openPage({ login: 'merchant', width: 'phone' });
    problems = watchProblems(page);
  });

  /** Too few coins came out, or none; its machine is connected and can give the rest. */
  const shortOrder = async () => {
    const online = new Set((await onlineMachines('exchange')).map(({ equipmentId }) => equipmentId));
    const { records } = await merchant.call(ordersContract.listFaults, {
      faultState: 'unsolved',
      size: 100,
    });
    for (const fault of records) {
      if (!fault.equipmentId || !online.has(fault.equipmentId)) continue;
      const order = await merchant.call(ordersContract.readOrder, { orderNumber: fault.orderNumber });
      if (order.can.redispense && order.counted !== null) return order;
    }
    throw new Error('no fault order can be put right by its machine yet');
  };

  it('is found in the list, the machine gives what was missing, and then it is resolved', async () => {
    const order = await vi.waitFor(shortOrder, untilConnected);
    const asked = order.asked as number;
    const counted = order.counted as number;
    await open(page, '/fault_order');
    await markPage(page);
    const card = page
      .getByRole('listitem')
      .filter({ hasText: say('orders:pieces.countedOf', { asked, counted }) });
    await card.first().click();
    await arrivesAt(page, '/order_detail');
    await sees(page.getByText(order.orderNumber));
    await shot(page, 'fault-order');
    await button(page, 'orders:resolve.redispense.action').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('orders:refund.reason')).fill('hopper cleared');
    await dialog.getByRole('button', { name: say('orders:resolve.redispense.action') }).click();
    await sees(page.getByText(say('orders:stateName.fulfilled'), { exact: true }));
    await sees(page.getByText(say('orders:pieces.countedOf', { asked, counted: asked })));
    await shot(page, 'fault-order-resolved');
    expect(await isMarked(page)).toBe(true);
    const after = await merchant.call(ordersContract.readOrder, { orderNumber: order.orderNumber });
    expect(after).toMatchObject({
      state: 'fulfilled',
      faultState: 'resolved',
      counted: asked,
      fulfilledAmount: order.paidAmount,
      refundedAmount: 0,
    });
    expect(after.can.redispense).toBe(false);
    await open(page, '/fault_order?faultState=resolved');
    await sees(page.getByText(say('orders:pieces.countedOf', { asked, counted: asked })));
    expect(problems).toEqual([]);
  });
});

describe.each(['phone', 'desk'] satisfies Width[])('the coins of an exchange machine, on a %s', (width) => {
  const missing = 7;

  it('are counted, and what is missing is seen on its account and in the list', async () => {
    const page = await openPage({ login: 'merchant', width });
    const problems = watchProblems(page);
    const { records: accounts } = await merchant.call(coinsContract.listExchangeAccounts, { size: 100 });
    const [account] = accounts.filter(({ expected }) => expected !== null && expected > missing);
    if (!account) throw new Error('no exchange machine has an account');
    const { equipmentId } = account;
    const read = () => merchant.call(coinsContract.readExchangeAccount, { equipmentId });
    await open(page, `/currencyAccount?equipmentId=${equipmentId}`);
    await button(page, 'coins:account.count').click();
    const counted = ((await read()).expected as number) - missing;
    await fillIn(page, { counted: String(counted), remark: 'evening count' });
    await shot(page, `exchange-count-${width}`);
    await button(page, 'coins:account.saveCount').click();
    const latest = async () =>
      (await merchant.call(coinsContract.listExchangeEntries, { equipmentId, size: 20 })).records.find(
        ({ kind }) => kind === 'count',
      );
    await expect.poll(async () => (await latest())?.counted, patiently).toBe(counted);
    const entry = await latest();
    // a customer may have changed a note since the figure was read: then fewer are missing
    const difference = entry?.coins as number;
    expect(difference).toBeGreaterThanOrEqual(-missing);
    expect(entry).toMatchObject({ expected: counted, remark: 'evening count' });
    const signed = difference > 0 ? `+${difference}` : String(difference);
    await sees(page.getByText(say('coins:account.countedWith', { difference: signed })));
    const after = await read();
    expect(after).toMatchObject({ baseCoins: counted, difference });
    expect(after.expected).toBe(counted + after.loaded - after.out);
    await shot(page, `exchange-counted-${width}`);
    await open(page, '/currencyAccount');
    const key = difference < 0 ? 'short' : difference > 0 ? 'over' : 'exact';
    await sees(page.getByText(say(`coins:account.${key}`, { count: Math.abs(difference) })));
    expect(problems).toEqual([]);
  });
});
