/** A machine is brought into a WiFi by each of the three ways, and machines get a new version while somebody watches. */
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { firmwareContract } from '#features/machines/firmware/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { PairingPath } from '#kit/protocol/pairing.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, shot, type Width } from './support/browser.ts';
import { button, open, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

/** A download, a restart and the server's next round. */
const longPatience = { timeout: patient(90_000), interval: 500 };

const { api, openPage } = setStage();

async function openAs(account: string, width: Width): Promise<Page> {
  return openPage({ login: account, width });
}

describe('pairing', () => {
  it('by the machine’s own page goes there and back, and the page waits for the machine', async () => {
    const page = await openAs('merchant', 'phone');
    await open(page, '/distribution_network');
    await sees(page.getByText(say('pairing:simulated.title')));
    await button(page, 'pairing:path.ownpage.action').click();
    await page.getByText(say('pairing:ownPage.waiting')).waitFor();
    await shot(page, 'pairing-own-page');
    await page.getByRole('link', { name: say('pairing:ownPage.openAction') }).click();
    // now a page of the simulated machine
    await page.getByLabel(/Password/).waitFor();
    const send = async (password: string) => {
      await page.getByLabel(/^WiFi/).fill('Arcade-2.4G');
      await page.getByLabel(/Password/).fill(password);
      await page.getByRole('button').click();
    };
    await send('wrong-password');
    await page.getByText(/Wrong WiFi password/).waitFor({ timeout: patient(60_000) });
    await send('12345678');
    await page.getByRole('link', { name: /Back to where you came from/ }).click({ timeout: patient(60_000) });
    await page.getByText(say('pairing:done.free')).waitFor({ timeout: patient(60_000) });
    await page.context().close();
  });

  const ways: [PairingPath, Width][] = [
    ['ble', 'phone'],
    ['softap', 'phone'],
    ['smartconfig', 'desk'],
  ];

  it.each(ways)('by %s on a %s brings the machine online, after a wrong password', async (path, width) => {
    const page = await openAs('merchant', width);
    await open(page, '/distribution_network');
    await sees(page.getByText(say('pairing:simulated.title')));
    await button(page, `pairing:path.${path}.action`).click();
    const send = async (password: string) => {
      await page.getByLabel(say('pairing:wifi.ssid')).fill('Arcade-2.4G');
      await page.getByRole('textbox', { name: say('pairing:wifi.password') }).fill(password);
      await button(page, 'pairing:wifi.send').click();
    };
    // SmartConfig speaks one way only: the machine can not say that a password was wrong
    if (path !== 'smartconfig') {
      await send('wrong-password');
      await sees(page.getByText(say('pairing:failure.password', { ssid: 'Arcade-2.4G' })));
      await button(page, 'pairing:action.otherWifi').click();
    }
    await send('12345678');
    await page.getByText(say('pairing:done.free')).waitFor({ timeout: patient(60_000) });
    await shot(page, `paired-${path}`);
    await page.context().close();
  });
});

describe('a new version', () => {
  it('is chosen for two machines, downloaded by them, and shown as installed without reload', async () => {
    const merchant = await api.as('merchant');
    const [one, other] = [demoId('device:LT10001'), demoId('device:LT10002')];
    const page = await openAs('merchant', 'desk');
    await open(page, '/versionControl?firmware.type=lottery');
    // these two and no others: of the rest one may be played for longer than anybody waits
    for (const code of ['LT10001', 'LT10002'])
      await page.locator('tbody tr', { hasText: code }).getByRole('checkbox').check();
    await button(page, 'firmware:action.update').first().click();
    await page.getByLabel(say('firmware:plan.all')).check();
    await button(page, 'firmware:start.go').click();
    await sees(page.getByText(say('firmware:start.started')));
    await vi.waitFor(async () => {
      const states = await Promise.all(
        [one, other].map((equipmentId) => merchant.call(fleetContract.readState, { equipmentId })),
      );
      expect(states.map(({ firmware }) => firmware)).toEqual(['2.5.0', '2.5.0']);
    }, longPatience);
    await page
      .getByText(say('firmware:rollout.finished'))
      .first()
      .waitFor({ timeout: patient(60_000) });
    await shot(page, 'firmware-finished');
    const [rollout] = (await merchant.call(firmwareContract.listRollouts, {})).records;
    expect(rollout).toMatchObject({ state: 'finished', failed: 0 });
    await page.context().close();
  });
});
