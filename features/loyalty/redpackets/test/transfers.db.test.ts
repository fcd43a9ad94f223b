import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBooksRight } from '#features/money/ledger/test/books.ts';
import { balance } from '#features/money/wallet/test/purse.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { redpacketsContract as calls } from '../contract.ts';
import { stageOf } from './stage.ts';

const { server } = testServer();
let stage: ReturnType<typeof stageOf>;
beforeAll(async () => {
  stage = stageOf(server);
  await stage.earn(1_000_00);
});
afterAll(() => expectBooksRight(server));

const available = () => balance(server, 'available');
const simulated = () => {
  const found = server.services.demoPay.wechat;
  if (!found) throw new Error('no simulated WeChat');
  return found.control;
};
const waitingBill = () =>
  simulated()
    .transfers()
    .findLast(({ state }) => state === 'WAIT_USER_CONFIRM')!.outBillNo;

/** A packet of a new campaign into WeChat, opened and waiting for the player. */
async function waiting(more: Parameters<typeof stage.start>[0] = {}) {
  const campaign = await stage.start({
    target: 'wechat',
    pieces: 2,
    eachFen: 250,
    untilDay: stage.inDays(9),
    ...more,
  });
  const { client, playerId } = await stage.guest();
  const opened = await stage.open(client, campaign.token);
  expect(opened).toMatchObject({ amount: 250, state: 'paying', confirm: null });
  const state = async () =>
    (await (await stage.clientOf(playerId)).call(calls.readPacket, { token: campaign.token })).claim;
  const becomes = async (wanted: string) => {
    await expect
      .poll(async () => {
        server.clock.forward(minuteMs);
        await stage.work();
        return (await state())?.state;
      }, soon)
      .toBe(wanted);
  };
  await becomes('confirm');
  return { ...campaign, playerId, state, becomes, billNo: waitingBill() };
}

/** WeChat says after all that it was paid. */
async function paidLate(billNo: string) {
  const at = server.clock.now().toISOString();
  const { headers, body } = simulated().notice({
    ...{
      eventType: 'MCHTRANSFER.BILL.FINISHED',
      summary: '商家转账单据终态通知',
      originalType: 'mch_payment',
    },
    plain: {
      mchid: server.services.channels.wechat?.merchantId,
      ...{ out_bill_no: billNo, transfer_bill_no: `late${billNo}`.slice(0, 32), state: 'SUCCESS' },
      ...{ transfer_amount: 250, create_time: at, update_time: at },
    },
  });
  const notice = {
    method: 'POST',
    url: '/api/pay/notify/wechat',
    headers: { ...headers },
    payload: body,
  } as const;
  expect((await server.app.inject(notice)).statusCode).toBe(200);
}

describe('a packet into WeChat', () => {
  it('waits for the player’s yes, and is paid with it', async () => {
    const before = await available();
    const { id, state, becomes, billNo } = await waiting();
    expect((await state())?.confirm?.package).toBeTruthy();
    expect(await stage.read(id)).toMatchObject({ waiting: 250, given: 250, held: 250 });
    simulated().confirmTransfer(billNo);
    await becomes('paid');
    expect((await state())?.confirm).toBeNull();
    expect(await stage.read(id)).toMatchObject({ waiting: 0, given: 250, held: 250, returned: 0 });
    expect(await available()).toBe(before - 500);
  });

  it('goes back to the campaign where nobody confirms it in time', async () => {
    const { id, becomes } = await waiting();
    expect(await stage.held(id, 'fen')).toBe(250);
    server.clock.forward(dayMs + hourMs);
    await becomes('returned');
    expect(await stage.held(id, 'fen')).toBe(500);
    expect(await stage.read(id)).toMatchObject({ returned: 250, given: 0, held: 500 });
    const { records } = await (await stage.staff()).call(calls.listPacketClaims, { campaignId: id });
    expect(records[0]?.reason).not.toBe('');
  });

  it('goes on to the wallet where the campaign has ended meanwhile', async () => {
    const before = await available();
    const { id, becomes } = await waiting();
    await (await stage.staff()).call(calls.endCampaigns, { ids: [id] });
    expect(await available()).toBe(before - 250);
    server.clock.forward(dayMs + hourMs);
    await becomes('returned');
    expect(await available()).toBe(before);
    expect(await stage.held(id, 'fen')).toBe(0);
  });

  it('that WeChat pays after it had come back is paid by the campaign, once', async () => {
    const { id, becomes, billNo, state } = await waiting();
    server.clock.forward(dayMs + hourMs);
    await becomes('returned');
    for (let time = 0; time < 2; time++) await paidLate(billNo);
    expect((await state())?.state).toBe('paid');
    expect(await stage.held(id, 'fen')).toBe(250);
  });

  it('… and by the wallet where the campaign has ended', async () => {
    const before = await available();
    const { id, becomes, billNo, state } = await waiting();
    server.clock.forward(dayMs + hourMs);
    await becomes('returned');
    await (await stage.staff()).call(calls.endCampaigns, { ids: [id] });
    expect(await available()).toBe(before);
    await paidLate(billNo);
    expect((await state())?.state).toBe('paid');
    expect(await available()).toBe(before - 250);
  });

  it('is for who is in WeChat: another browser is told so', async () => {
    const { token } = await stage.start({ target: 'wechat', pieces: 2, eachFen: 250 });
    const playerId = await stage.hall.guest({ phone: '13700001111' });
    const client = await stage.clientOf(playerId);
    expect(await stage.page(client, token)).toMatchObject({ state: 'needsWechat' });
    expect(await refusalOf(stage.open(client, token))).toBe('redpackets:error.needsWechat');
  });
});
