/** A machine of the demo differs from its own past: its picture is looked at, and it is silenced for a reason. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { coinsUncounted } from '#kit/kernel/demo-days.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { createApi } from './support/api.ts';
import { say, settled, shot } from './support/browser.ts';
import { button, field, open, patiently, sees } from './support/page.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { setStage } from './support/stage.ts';

const { newContext } = setStage();
let server: ServerProcess;
beforeAll(async () => {
  // a machine has no habits before it has a past
  server = await startServer({ DEMO_DAYS: '20' });
});
afterAll(async () => {
  await server?.stop();
});

/** Sites are looked at within minutes of the start. */
const lookTime = { timeout: patient(180_000), interval: 2000 };

it('shows the expected band and is silenced with a reason, on the phone', async () => {
  const api = createApi(server.url);
  const merchant = await api.as('merchant');
  const odd = async () =>
    (await merchant.call(alertsContract.listAlerts, { state: 'open', kind: 'playsUnpaid' })).records;
  await expect
    .poll(async () => (await odd()).map(({ code }) => code), lookTime)
    .toContain(coinsUncounted.code);

  const login = await api.login('merchant');
  const phone = await newContext({ baseUrl: server.url, width: 'phone', login });
  const page = await phone.newPage();
  await open(page, '/alerts?kind=playsUnpaid');
  await page
    .locator('main li')
    .filter({ hasText: say('alerts:kindName.playsUnpaid') })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sees(sheet.getByRole('img', { name: say('alerts:counts.playsUnpaid') }));
  await sheet.getByText(say('kit:page.asTable')).click();
  await sees(sheet.getByRole('columnheader', { name: say('alerts:band.band') }));
  await settled(page);
  await shot(page, 'anomaly-band-phone');

  await button(page, 'alerts:silence.begin').click();
  await page.getByText(say('alerts:reason.repair'), { exact: true }).click();
  await field(page, 'note').fill('Coin acceptor ordered');
  await shot(page, 'anomaly-silence-phone');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('alerts:silence.begin') })
    .last()
    .click();
  await expect.poll(async () => (await odd()).length, patiently).toBe(0);

  await open(page, '/alert_silences');
  await page
    .locator('main li')
    .filter({ hasText: say('alerts:kindName.playsUnpaid') })
    .first()
    .click();
  await sees(page.getByText('Coin acceptor ordered').first());
  await sees(page.getByText(say('alerts:reason.repair')).first());
  await shot(page, 'anomaly-silences-phone');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('alerts:silence.end') })
    .click();
  // the question lies above the sheet
  await page
    .getByRole('dialog', { name: say('alerts:silence.endTitle') })
    .getByRole('button')
    .last()
    .click();
  await expect
    .poll(
      async () => (await merchant.call(alertsContract.listSilences, { state: 'silent' })).total,
      patiently,
    )
    .toBe(0);
  await phone.close();
});
