/** Goods on a phone: out of the shelf of a hall into the cart, paid, shown at the counter, and given back. */
import { expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { shopContract } from '#features/loyalty/shop/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, newContext } = setStage();

const fieldId = demoId('site:merchant:1');
const player = 4;
const name = '娃娃收纳盒';

/** An earlier try may have left something in the cart. */
async function emptyCart(): Promise<void> {
  const { access_token } = await api.client().call(playersContract.logInDemoPlayer, { n: player });
  const client = api.client(access_token);
  const { lines } = await client.call(shopContract.readCart, { fieldId });
  for (const { variantId } of lines)
    await client.call(shopContract.setCartLine, { fieldId, variantId, pieces: 0 });
}

it('a player fills a cart, pays it, and gets the money back', async () => {
  await emptyCart();
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const look = async (part: string) => {
    await shot(page, `goods-shop-${part}`);
    expect(await seriousFindings(page), part).toEqual([]);
  };
  await page.goto(`/demo_player?n=${player}&to=${encodeURIComponent(`/program/goods?fieldId=${fieldId}`)}`);
  await arrivesAt(page, '/program/goods');
  await sees(page.getByText(name));
  await look('1-shelf');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await arrivesAt(page, '/program/goods/goodsDetails');
  await page.getByRole('button', { name: say('handover:stepper.more', { name }) }).click();
  await look('2-good');
  await page.getByRole('button', { name: say('shop:good.add') }).click();
  await page.getByRole('link', { name: `${say('shop:screen.cart')} 2` }).click();
  await arrivesAt(page, '/program/goods/cart');
  await sees(page.getByText(`${name} × 2`));
  await look('3-cart');
  await page.getByRole('button', { name: say('shop:cart.toPay', { pieces: 2 }) }).click();
  await arrivesAt(page, '/program/goods/confirmOrder');
  await sees(page.getByText(say('handover:way.pickup')));
  await look('4-confirm');
  // a level may have made it cheaper: the button says what the server says
  await page.getByRole('button', { name: /\.\d\d$/ }).click();
  await arrivesAt(page, '/start_equip');
  await page.frameLocator('dialog iframe').getByRole('button', { name: '确认付款' }).click();
  await sees(page.getByText(say('play:end.bought')));
  await look('5-paid');
  await page.getByRole('link', { name: say('play:start.myGoods') }).click();
  await arrivesAt(page, '/program/my/OrdersCenter/OrderDetails');
  await sees(page.getByText(say('handover:claim.show')).first());
  await look('6-code');

  const orderNumber = new URL(page.url()).searchParams.get('orderNumber') as string;
  await merchant.call(ordersContract.refundByNumber, { orderNumber, reason: 'came back' });
  await sees(page.getByText(say('handover:claimState.refunded')));
  await sees(page.getByText(say('playerapp:standing.refunded'), { exact: true }));
  await look('7-refunded');
  expect(problems).toEqual([]);
  await context.close();
});
