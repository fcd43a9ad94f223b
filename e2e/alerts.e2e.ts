/** Machines of the demo fleet call for help, and get coins from afar: seen on open pages without a reload. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { showroomContract } from '#features/demo/showroom/contract.ts';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, settled, shot, type Width } from './support/browser.ts';
import { button, doesNotSee, expectPath, isMarked, markPage, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

type Machine = OutputOf<typeof remotecreditContract.listCreditDevices>['records'][number];

const { api, merchant, newContext, openPage } = setStage();

/** The fleet needs a moment after the start of the server. */
const fleetTime = { timeout: patient(90_000), interval: 1000 };

async function onlineMachine(place: number): Promise<Machine> {
  const online = async () =>
    (await merchant.call(remotecreditContract.listCreditDevices, { size: 500 })).records.filter(
      (machine) => machine.online,
    );
  await expect.poll(async () => (await online()).length, fleetTime).toBeGreaterThan(place);
  return (await online())[place]!;
}

const openAlertsOf = async (equipmentId: string) =>
  (await merchant.call(alertsContract.listAlerts, { state: 'open', equipmentId })).records.length;

/** One that works and for which nobody calls yet: what opens there is new. */
async function quietExchange(): Promise<string> {
  const find = async () => {
    const { records } = await merchant.call(fleetContract.listDevices, {
      type: 'exchange',
      state: 'online',
      size: 50,
    });
    for (const { equipmentId } of records) if ((await openAlertsOf(equipmentId)) === 0) return equipmentId;
    return undefined;
  };
  await expect.poll(find, fleetTime).toBeDefined();
  return (await find())!;
}

/** An exchange machine at which no other journey stands; its hopper is empty until it is mended. */
const broken = 'CX10006';

async function openFault() {
  const nobody = api.client();
  const machine = () => nobody.call(showroomContract.lookAtMachine, { code: broken });
  await expect.poll(async () => (await machine()).online, fleetTime).toBe(true);
  await nobody.call(showroomContract.workMachine, { code: broken, act: 'empty' });
  const fault = async () =>
    (
      await merchant.call(alertsContract.listAlerts, {
        state: 'open',
        kind: 'fault',
        severity: 'severe',
        size: 100,
      })
    ).records.find(({ code }) => code === broken);
  await expect.poll(fault, fleetTime).toBeDefined();
  return (await fault())!;
}

const rowOf = (page: Page, text: string) => page.locator('tbody tr, main li').filter({ hasText: text });

describe('an alert', () => {
  it('is taken over on the phone and mended, and the page on the desk follows', async () => {
    const alert = await openFault();
    const name = alert.equipmentName
      ? say('kit:thing.machine', { number: alert.equipmentNo ?? '', name: alert.equipmentName })
      : say('kit:thing.machineNo', { number: alert.equipmentNo ?? '' });
    const query = `?kind=fault&severity=severe&fieldId=${alert.fieldId}`;
    const login = await api.login('merchant');
    const desk = await newContext({ login });
    const deskPage = await desk.newPage();
    await open(deskPage, `/alerts${query}`);
    await sees(rowOf(deskPage, name));
    await markPage(deskPage);

    const phone = await newContext({ width: 'phone', login: 'merchant' });
    const page = await phone.newPage();
    await open(page, `/alerts${query}`);
    await rowOf(page, name).first().click();
    await sees(page.getByText(say('alerts:list.whatToDo')));
    await settled(page);
    await shot(page, 'alert-detail-phone');
    await page
      .getByRole('button', { name: say('alerts:list.acknowledge') })
      .first()
      .click();
    await page.getByRole('textbox', { name: say('alerts:field.note') }).fill('On my way');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('alerts:list.acknowledge') })
      .last()
      .click();
    await sees(rowOf(deskPage, name).getByText(say('alerts:state.taken')));
    await shot(deskPage, 'alert-taken-desk');

    await api.client().call(showroomContract.workMachine, { code: broken, act: 'mend' });
    await merchant.call(alertsContract.mendAlerts, { ids: [alert.id] });
    await doesNotSee(rowOf(deskPage, name));
    expect(await isMarked(deskPage)).toBe(true);
    await phone.close();
    await desk.close();
  });

  it('is taken and mended on the page of its machine', async () => {
    const untaken = async () =>
      (await merchant.call(alertsContract.listAlerts, { state: 'open', size: 100 })).records.find(
        ({ state, equipmentId }) => state === 'open' && equipmentId !== null,
      );
    await expect.poll(untaken, fleetTime).toBeDefined();
    const alert = (await untaken())!;
    const page = await openPage({ width: 'phone', login: 'merchant' });
    await open(page, `/machineSetting?equipmentId=${alert.equipmentId}`);
    const line = page.locator(`[data-alert="${alert.id}"]`);
    await sees(line.getByText(alert.help));
    const handle = async (label: 'alerts:list.acknowledge' | 'alerts:list.mend', note: string) => {
      await line.getByRole('button', { name: say(label) }).click();
      await page.getByRole('textbox', { name: say('alerts:field.note') }).fill(note);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say(label) })
        .click();
    };
    await handle('alerts:list.acknowledge', 'On my way');
    await sees(line.getByText('On my way'));
    await shot(page, 'machine-alert-taken-phone');
    await handle('alerts:list.mend', 'Door closed again');
    await doesNotSee(line);
    const ended = await merchant.call(alertsContract.listAlerts, {
      state: 'ended',
      equipmentId: alert.equipmentId!,
    });
    expect(ended.records.find(({ id }) => id === alert.id)).toMatchObject({
      endReason: 'mended',
      note: 'Door closed again',
    });
    await page.context().close();
  });

  it('that opens shows up on the start page by itself', async () => {
    const login = await api.login('merchant');
    const page = await openPage({ login });
    await open(page, '/home');
    await settled(page);
    await markPage(page);
    // By this measure its hoppers are low; the watch looks each minute.
    const equipmentId = await quietExchange();
    const { settings } = await merchant.call(settingsContract.readSettings, { equipmentId });
    const hoppers = [1, 2, 3].map((hopper) => ({ hopper, enabled: true, capacity: 20_000, lowAt: 19_999 }));
    await merchant.call(settingsContract.changeSettings, {
      equipmentId,
      settings: { exchange: { hoppers } },
    });
    await expect
      .poll(() => openAlertsOf(equipmentId), { timeout: patient(180_000), interval: 1000 })
      .toBeGreaterThan(0);
    // others may open and end meanwhile: the bell says how many there are now
    const bellIsRight = async () => {
      const { open: count } = await merchant.call(alertsContract.alertSummary, {});
      return page.getByLabel(say('alerts:bell.open_other', { count })).isVisible();
    };
    await expect.poll(bellIsRight, patiently).toBe(true);
    expect(await isMarked(page)).toBe(true);
    await shot(page, 'alert-home-desk');
    await merchant.call(settingsContract.changeSettings, {
      equipmentId,
      settings: { exchange: { hoppers: settings.exchange?.hoppers } },
    });
    await page.context().close();
  });
});

describe.each([
  ['desk', 0],
  ['phone', 1],
] as [Width, number][])('remote coins on a %s', (width, place) => {
  it('go to the machine, and the page says what it counted', async () => {
    const machine = await onlineMachine(place);
    const page = await openPage({ width, login: 'merchant' });
    await page.goto(`/ycsf?equipmentId=${machine.equipmentId}`, { waitUntil: 'domcontentloaded' });
    await expectPath(page, /^\/remote_credit\?equipmentId=/);
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.getByRole('button', { name: say('remotecredit:page.submit_other', { count: 2 }) }).click();
    await sees(page.locator('[data-outcome="done"]'));
    await shot(page, `remote-credit-${width}`);
    const { records } = await merchant.call(remotecreditContract.listCredits, {
      equipmentId: machine.equipmentId,
    });
    expect(records[0]).toMatchObject({ asked: 2, counted: 2, state: 'done' });
    await page.context().close();
  });
});

it(
  'a customer uses a one-time link, and a second visit finds it used',
  async () => {
    const machine = await onlineMachine(2);
    const { path } = await merchant.call(remotecreditContract.createLink, {
      equipmentId: machine.equipmentId,
      coins: 3,
      validHours: 1,
    });
    const page = await openPage({ width: 'phone' });
    await open(page, path);
    await sees(page.getByText(say('remotecredit:player.machine', { number: machine.equipmentNo })));
    await shot(page, 'coin-link-open');
    await button(page, 'remotecredit:player.add').click();
    await sees(page.getByText(say('remotecredit:player.done', { counted: 3 })));
    await shot(page, 'coin-link-done');
    await page.reload();
    await sees(page.getByText(say('remotecredit:player.done', { counted: 3 })));
    expect(await page.getByRole('button', { name: say('remotecredit:player.add') }).count()).toBe(0);
    await open(page, '/ycsf');
    await sees(page.getByText(say('remotecredit:player.incomplete')));
    await page.context().close();
  },
  patiently.timeout * 4,
);
