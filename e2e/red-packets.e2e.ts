/** A campaign of red packets: started in the office, opened on a phone, confirmed in WeChat, and its result page. */
import { expect, it } from 'vitest';
import { redpacketsContract } from '#features/loyalty/redpackets/contract.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, button, fillIn, open, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { merchant, openPage } = setStage();

/** People of the demo think for a while before they say yes to a transfer. */
const untilPaid = { timeout: patient(75_000) };

it('a campaign is started, opened on a phone, confirmed in WeChat, and counted', async () => {
  const name = `Packets ${unique()}`;
  const desk = await openPage({ login: 'merchant' });
  const problems = watchProblems(desk);
  await open(desk, '/redPacket');
  await button(desk, 'redpackets:action.start').click();
  await arrivesAt(desk, '/redPacket/addRedpacket');
  await fillIn(desk, { name });
  await desk.getByRole('radio', { name: say('redpackets:target.wechat') }).check();
  await desk.getByRole('radio', { name: say('redpackets:split.fixed') }).check();
  await fillIn(desk, {
    pieces: '2',
    eachFen: '1.5',
    holdOutPercent: '0',
  });
  await desk.getByRole('switch', { name: say('redpackets:field.needsPhone') }).uncheck({ force: true });
  await sees(desk.getByText(say('redpackets:page.setAsideFen', { totalFen: '3.00', eachFen: '1.50' })));
  await shot(desk, 'red-packets-1-form');
  await button(desk, 'redpackets:action.start').click();
  await arrivesAt(desk, '/redPacket/detail/:id');
  await sees(desk.getByRole('heading', { name }));
  await shot(desk, 'red-packets-2-started');
  expect(await seriousFindings(desk)).toEqual([]);

  const { records } = await merchant.call(redpacketsContract.listCampaigns, { name });
  const { id, path } = await merchant.call(redpacketsContract.readCampaign, { id: records[0]!.id });
  const phone = await openPage({ width: 'phone' });
  // WeChat puts this into every page it shows
  await phone.addInitScript(() => {
    const asked: unknown[] = [];
    const invoke = (call: string, params: object, done: (answer: { err_msg: string }) => void) => {
      asked.push([call, Object.keys(params)]);
      done({ err_msg: `${call}:ok` });
    };
    Object.assign(window, { WeixinJSBridge: { invoke }, asked });
  });
  await phone.goto(`/demo_player?n=2&to=${encodeURIComponent(path)}`);
  await arrivesAt(phone, '/red-packet');
  await shot(phone, 'red-packets-3-closed');
  expect(await seriousFindings(phone)).toEqual([]);
  await phone.getByRole('button', { name: say('redpackets:own.open'), exact: true }).click();
  const take = phone.getByRole('button', { name: say('redpackets:own.take') });
  await take.waitFor(untilPaid);
  await shot(phone, 'red-packets-4-confirm');
  expect(await seriousFindings(phone)).toEqual([]);
  await take.click();
  expect(await phone.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toContainEqual([
    'requestMerchantTransfer',
    ['mchId', 'appId', 'package'],
  ]);
  await phone.getByText(say('redpackets:own.state.paid')).waitFor(untilPaid);
  await shot(phone, 'red-packets-5-paid');

  await desk.goto(`/redPacket/detail/${id}`);
  await arrivesAt(desk, '/redPacket/detail/:id');
  await sees(desk.getByText(say('redpackets:claimState.paid')).first());
  await sees(desk.getByText(say('redpackets:result.noComparison')));
  await shot(desk, 'red-packets-6-result');
  expect(problems).toEqual([]);
});
