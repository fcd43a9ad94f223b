import { describe, expect, test } from 'vitest';
import { buyer, order, world } from './test-world.ts';

const subMerchant = '2088900000000077';

const paid = async (amountFen = 1230) => {
  const made = await world({ subMerchants: [subMerchant] });
  await made.alipay.prepare(order({ subMerchant, amountFen }));
  const { tradeNo } = made.control.pay('T1', { openId: buyer });
  const settle = (outRequestNo: string, settledFen: number) =>
    made.alipay.releaseToSubMerchant?.({
      transactionId: tradeNo,
      outRequestNo,
      amountFen: settledFen,
    });
  const held = () => made.control.trades()[0]?.settlement;
  return { ...made, settle, held };
};

describe('a trade of a merchant under us', () => {
  test('names the merchant, is paid, and waits to be settled', async () => {
    const { alipay, control, held } = await paid();
    expect(control.trades()[0]).toMatchObject({ subMerchant, amountFen: 1230, status: 'TRADE_SUCCESS' });
    expect(held()).toBeUndefined();
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid', amountFen: 1230 });
  });

  test('names the merchant on Alipay’s page too', async () => {
    const { alipay, simulator, control } = await world({ subMerchants: [subMerchant] });
    const prepared = await alipay.prepare(order({ scene: 'page', subMerchant }));
    const { pathname, searchParams } = new URL(prepared.kind === 'page' ? prepared.url : '');
    await simulator.page({ path: pathname, method: 'GET', params: Object.fromEntries(searchParams) });
    expect(control.trades()[0]).toMatchObject({ subMerchant });
  });

  test('is refused for a merchant Alipay does not know', async () => {
    const { alipay, control } = await world({ subMerchants: [subMerchant] });
    await expect(alipay.prepare(order({ subMerchant: '2088900000000001' }))).rejects.toMatchObject({
      code: 'SUB_MERCHANT_NOT_EXIST',
    });
    expect(control.trades()).toEqual([]);
  });

  test('is another trade than ours under the same number', async () => {
    const { alipay } = await world({ subMerchants: [subMerchant] });
    await alipay.prepare(order());
    await expect(alipay.prepare(order({ subMerchant }))).rejects.toMatchObject({
      code: 'CONTEXT_INCONSISTENT',
    });
  });
});

describe('its settlement', () => {
  test('happens once, however often it is said', async () => {
    const { settle, held, control } = await paid();
    control.loseAnswers(1);
    await expect(settle('S1', 1230)).rejects.toThrow();
    await settle('S1', 1230);
    await settle('S1', 1230);
    expect(held()).toEqual({ outRequestNo: 'S1', amountFen: 1230 });
    await expect(settle('S2', 1230)).rejects.toMatchObject({ code: 'TRADE_SETTLED' });
  });

  test('is for what is left after refunds, and refused otherwise', async () => {
    const { alipay, settle, held } = await paid();
    const refund = { outTradeNo: 'T1', outRefundNo: 'R1', amountFen: 230, totalFen: 1230 };
    await alipay.refund({ ...refund, reason: '未出币', notifyUrl: 'http://127.0.0.1:9/nobody' });
    await expect(settle('S1', 1230)).rejects.toMatchObject({ code: 'SETTLE_AMOUNT_ERROR' });
    expect(held()).toBeUndefined();
    await settle('S1', 1000);
    expect(held()).toEqual({ outRequestNo: 'S1', amountFen: 1000 });
  });

  test('is refused for a trade of our own', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order());
    const { tradeNo: transactionId } = control.pay('T1', { openId: buyer });
    await expect(
      alipay.releaseToSubMerchant?.({ transactionId, outRequestNo: 'S1', amountFen: 1230 }),
    ).rejects.toMatchObject({ code: 'TRADE_STATUS_ERROR' });
  });
});
