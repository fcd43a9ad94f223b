/** Stock on the desk: received with a scanner, counted, and the difference stands in the document, in the stock and in the accounts. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { rewardsContract } from '#features/loyalty/rewards/contract.ts';
import { stockContract } from '#features/loyalty/stock/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { say, settled, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, button, expectPath, field, open, patiently, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const batch = unique();
const goodName = `Lamp ${batch}`;
const storeName = `Depot ${batch}`;
const supplierName = `Supplier ${batch}`;
const barcode = `69${Date.now().toString().slice(-11)}`;
const received = 12;
const counted = 10;

const { merchant, openPage } = setStage();
let page: Page;
let problems: string[];
let storeId: string;

const monthOfAccounts = async () => {
  const [month] = (await merchant.call(rewardsContract.readAccounts, { months: 1 })).months;
  return { bought: month?.goodsBoughtFen ?? 0, counted: month?.goodsCountedFen ?? 0 };
};
let before: Awaited<ReturnType<typeof monthOfAccounts>>;

beforeAll(async () => {
  const { id: categoryId } = await merchant.call(stockContract.saveClass, {
    kind: 'category',
    name: `Home ${batch}`.slice(0, 20),
  });
  await merchant.call(stockContract.saveGood, {
    name: goodName,
    categoryId,
    pricePoints: 500,
    onShelf: true,
    allShops: true,
    variants: [{ name: '', barcode }],
  });
  ({ id: storeId } = await merchant.call(stockContract.saveStore, { kind: 'warehouse', name: storeName }));
  await merchant.call(stockContract.saveSupplier, { name: supplierName });
  before = await monthOfAccounts();
  page = await openPage({ login: 'merchant', width: 'desk' });
  problems = watchProblems(page);
});

/** A choice that is found by typing. */
async function chooseBySearch(name: string, words: string) {
  await field(page, name).fill(words);
  await page.getByRole('option', { name: words }).first().click();
}

const documentNumber = () => page.getByText(/^(RK|PD)\d{10,}$/).first();

it('goods are received: scanned twice, the number and the cost filled in, booked', async () => {
  await open(page, '/integralStore/stockWarehousing');
  await chooseBySearch('storeId', storeName);
  await chooseBySearch('supplierId', supplierName);
  const scan = page.getByRole('textbox', { name: say('stock:line.scan') });
  await scan.fill(barcode);
  await scan.press('Enter');
  await sees(page.getByText(goodName));
  // A scanner types into nothing, too.
  await page.locator('h1').first().click();
  await page.keyboard.type(barcode);
  await page.keyboard.press('Enter');
  const pieces = page.getByRole('textbox', { name: say('stock:line.piecesOf', { name: goodName }) });
  await expect.poll(() => pieces.inputValue(), patiently).toBe('2');
  await pieces.fill(String(received));
  await page.getByRole('textbox', { name: say('stock:line.costOf', { name: goodName }) }).fill('3.50');
  await sees(page.getByText('¥42.00'));
  await settled(page);
  await shot(page, 'stock-receive');
  await button(page, 'stock:doc.book.receipt').click();
  await arrivesAt(page, '/integralStore/documentManage');
  await sees(documentNumber());
  await sees(page.getByText(supplierName));
});

it('they are counted: the difference is said before, and stands in the document', async () => {
  await open(page, '/integralStore/documentManage?new=count');
  await chooseBySearch('storeId', storeName);
  await page.getByRole('button', { name: say('stock:line.countAll', { count: 1 }) }).click();
  const input = page.getByRole('textbox', { name: say('stock:line.countedOf', { name: goodName }) });
  await input.fill(String(counted));
  await sees(page.getByText(say('stock:line.difference', { change: counted - received })));
  await settled(page);
  await shot(page, 'stock-count');
  await button(page, 'stock:doc.book.count').click();
  await expectPath(page, /documentManage\?id=/);
  await sees(documentNumber());
  const row = page.getByRole('row', { name: goodName });
  await sees(row);
  const cells = await row.getByRole('cell').allInnerTexts();
  expect(cells.slice(1)).toEqual([String(received), String(counted), String(counted - received), '-¥7.00']);
  await shot(page, 'stock-count-document');
});

it('the stock is what was counted, and its changes lead to the documents', async () => {
  await open(page, `/integralStore/stockManage?storeId=${storeId}`);
  const row = page.getByRole('row', { name: goodName });
  await sees(row);
  const { records } = await merchant.call(stockContract.listLevels, { storeId });
  expect(records).toMatchObject([{ onHand: counted, valueFen: 3500, averageCostFen: 350 }]);
  await sees(row.getByText(String(counted), { exact: true }));
  await row.getByText(goodName).click();
  const sheet = page.getByRole('dialog');
  await sees(sheet.getByText(`${received} → ${counted}`));
  await sees(sheet.getByText(`0 → ${received}`));
  await settled(page);
  await shot(page, 'stock-history');
});

it('the accounts of the month have what was bought and the difference, which leads to its document', async () => {
  const after = await monthOfAccounts();
  expect(after).toEqual({ bought: before.bought + 4200, counted: before.counted - 700 });
  await open(page, '/integralStore/accountData');
  const counted = page.locator('dd a[href*="kind=count"]').first();
  await sees(counted);
  expect(await counted.innerText()).toContain(formatFen(Math.abs(after.counted)));
  await settled(page);
  await shot(page, 'stock-accounts');
  await counted.click();
  await expectPath(page, /documentManage\?.*kind=count/);
  await sees(page.getByRole('row', { name: storeName }));
  expect(problems).toEqual([]);
});
