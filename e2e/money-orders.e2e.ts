/** Money at the counter and in the wallet: cash starts a machine, a refund gives it back, a top-up arrives, a withdrawal is taken back. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DeviceRecord } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, settled, shot, type Width, watchProblems } from './support/browser.ts';
import {
  arrivesAt,
  button,
  expectPath,
  fillIn,
  isMarked,
  markPage,
  open,
  patiently,
  sees,
} from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, openPage } = setStage();
let claws: DeviceRecord[];

async function playableClaws(): Promise<DeviceRecord[]> {
  const { records } = await merchant.call(fleetContract.listDevices, {
    types: ['claw'],
    state: 'online',
    size: 100,
  });
  const fine = records.filter(({ controlled, faults }) => controlled && faults.length === 0);
  if (fine.length < 2) throw new Error('too few claw machines are connected yet');
  return fine;
}

beforeAll(async () => {
  claws = await vi.waitFor(playableClaws, { timeout: patient(120_000), interval: 1000 });
});

for (const [index, width] of (['phone', 'desk'] satisfies Width[]).entries()) {
  describe(`on a ${width}`, () => {
    let page: Page;
    let problems: string[];
    let orderNumber: string;

    beforeAll(async () => {
      page = await openPage({ login: 'merchant', width });
      problems = watchProblems(page);
    });

    it('cash at the counter starts a claw machine, and the page follows it to the end', async () => {
      const claw = claws[index]!;
      await open(page, '/counter_sale');
      await markPage(page);
      await page.getByPlaceholder(say('orders:sale.search')).fill(claw.code);
      await page.getByRole('button', { name: new RegExp(`^${machineName(claw)} ${claw.fieldName}`) }).click();
      await page.getByRole('button', { name: say('orders:sale.playCount', { count: 2 }) }).click();
      await shot(page, `counter-sale-${width}`);
      await button(page, 'orders:sale.take').click();
      await sees(page.getByText(say('orders:stateName.fulfilled')));
      await sees(page.getByText(say('orders:pieces.countedOf', { asked: 2, counted: 2 })));
      expect(await isMarked(page)).toBe(true);
      await shot(page, `counter-sold-${width}`);
      const { records } = await merchant.call(ordersContract.listOrders, { equipmentId: claw.equipmentId });
      expect(records[0]).toMatchObject({ state: 'fulfilled', payWay: 'counter', asked: 2, counted: 2 });
      orderNumber = records[0]!.orderNumber;
    });

    it('the order center finds it by its number and gives the money back', async () => {
      await open(page, '/order_center');
      await page.getByPlaceholder(say('orders:list.search')).fill(orderNumber);
      await expectPath(page, new RegExp(`q=${orderNumber}`));
      await settled(page);
      await page
        .getByRole('button', { name: say('kit:page.actions') })
        .first()
        .click();
      await page.getByRole('menuitem', { name: say('orders:action.refund') }).click();
      const sheet = page.getByRole('dialog');
      await sees(sheet.getByText(say('orders:refund.earnings')));
      await sheet.getByLabel(say('orders:refund.reason')).fill('the customer left');
      await shot(page, `refund-${width}`);
      await sheet.getByRole('button', { name: new RegExp(`^${say('orders:refund.submit')}`) }).click();
      await expect
        .poll(async () => {
          const order = await merchant.call(ordersContract.readOrder, { orderNumber });
          return [order.state, order.refundableAmount];
        }, patiently)
        .toEqual(['refunded', 0]);
      await sees(page.getByText(say('orders:stateName.refunded'), { exact: true }).last());
    });

    it('a top-up is paid on the sheet of the platform and stands in the wallet', async () => {
      const balance = async () =>
        (await merchant.call(walletContract.readWallet, {})).wallet?.balances.availableFen ?? 0;
      const before = await balance();
      await open(page, '/weChatRedirect');
      await page.getByRole('button', { name: say('orders:sale.yuanOf', { yuan: 100 }), exact: true }).click();
      await page
        .getByRole('button', { name: say('orders:topup.submitOf', { amount: formatFen(10_000) }) })
        .click();
      const sheet = page.frameLocator('dialog iframe');
      await sheet.locator('button[value=pay], button').first().waitFor({ timeout: patiently.timeout });
      await shot(page, `top-up-sheet-${width}`);
      await sheet.locator('button[value=pay], button').first().click();
      await arrivesAt(page, '/paySuccess');
      await sees(page.getByRole('heading', { name: say('orders:receipt.paid') }));
      await shot(page, `top-up-paid-${width}`);
      // without the fee of the payment
      await expect.poll(balance, patiently).toBe(before + 9_940);
      await open(page, '/wallet');
      await sees(page.getByText(formatFen(before + 9_940)));
    });

    it('a withdrawal is asked for and taken back, and the money is free again', async () => {
      const read = async () => (await merchant.call(walletContract.readWallet, {})).wallet?.balances;
      const before = await read();
      const amountFen = 12_34 + index;
      await open(page, '/put_forward');
      await fillIn(page, { amountFen: (amountFen / 100).toFixed(2) });
      await button(page, 'wallet:withdraw.submit').click();
      const proof = page.getByRole('dialog');
      await sees(proof.getByText(formatFen(amountFen)).first());
      await shot(page, `withdraw-proof-${width}`);
      await fillIn(page, { password: 'Wrong1234' });
      await proof.getByRole('button', { name: say('wallet:withdraw.confirm') }).click();
      await sees(proof.getByText(say('accounts:error.wrongPassword')));
      expect((await read())?.frozenFen).toBe(before?.frozenFen ?? 0);
      await fillIn(page, { password: demoPassword });
      await proof.getByRole('button', { name: say('wallet:withdraw.confirm') }).click();
      await arrivesAt(page, '/withdrawal_records');
      await sees(page.getByText(formatFen(amountFen)));
      expect((await read())?.frozenFen).toBe((before?.frozenFen ?? 0) + amountFen);
      await page
        .getByRole('button', { name: say('kit:page.actions') })
        .first()
        .click();
      await page.getByRole('menuitem', { name: say('wallet:records.cancel') }).click();
      const dialog = page.getByRole('dialog');
      await sees(dialog.getByText(say('wallet:records.cancelBody')));
      await shot(page, `take-back-${width}`);
      await dialog.getByRole('button').last().click();
      await sees(page.getByText(say('wallet:state.cancelled')));
      await shot(page, `taken-back-${width}`);
      // an earlier one that was taken back stands in the list too
      await expect.poll(read, patiently).toEqual(before);
      const { records } = await merchant.call(walletContract.listWithdrawals, { size: 1 });
      expect(records[0]).toMatchObject({ state: 'cancelled', amountFen, cancellable: false });
    });

    it('nothing went wrong on the way', () => {
      // the browser tells of every refusal, of the wrong password too
      const refused = /status of 400 .*insertUserWithdrawal/;
      expect(problems.filter((problem) => !refused.test(problem))).toEqual([]);
      expect(problems.filter((problem) => refused.test(problem))).toHaveLength(1);
    });
  });
}

const machineName = ({ equipmentNo, equipmentName, type }: DeviceRecord) =>
  say('kit:thing.machine', { number: equipmentNo, name: equipmentName ?? say(`orders:typeName.${type}`) });
