/** A setting changed on a page reaches the simulated machine, whose answer shows on the page without a reload. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { CallError } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, settled, shot, type Width } from './support/browser.ts';
import { button, doesNotSee, field, isMarked, markPage, open, patiently, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const deviceId = (code: string) => demoId(`device:${code}`);
/** The demo fleet leaves it unplugged. */
const unpluggedId = deviceId('CW10005');

const { merchant, openPage } = setStage();

const settingsOf = (equipmentId: string) => merchant.call(settingsContract.readSettings, { equipmentId });

/** Simulated machines need a moment after the server's start, and may lose their connection for a while. */
async function untilReady(equipmentId: string): Promise<void> {
  await expect
    .poll(async () => {
      const { device, change } = await settingsOf(equipmentId);
      return device.online && change?.state !== 'pending';
    }, patiently)
    .toBe(true);
}

async function openAt(path: string, width: Width): Promise<Page> {
  const page = await openPage({ width, login: 'merchant' });
  await open(page, path);
  await settled(page);
  return page;
}

describe.each([
  ['desk', 'CW10006'],
  ['phone', 'CW10008'],
] satisfies [Width, string][])('on a %s', (width, code) => {
  const equipmentId = deviceId(code);

  it('a changed setting is applied by the machine and shown with its version', async () => {
    await untilReady(equipmentId);
    const before = await settingsOf(equipmentId);
    const seconds = before.settings.play?.gameTimeS === 41 ? 42 : 41;
    const page = await openAt(`/dollMachineSetting?equipmentId=${equipmentId}`, width);
    await markPage(page);
    await field(page, 'play.gameTimeS').fill(String(seconds));
    await button(page, 'settings:page.undoAll').waitFor();
    await page.locator('button[type=submit]').click();
    await sees(page.getByText(say('settings:change.applied', { version: before.version + 1 })));
    await shot(page, `settings-applied-${width}`);
    await doesNotSee(button(page, 'settings:page.undoAll'));
    expect(await isMarked(page)).toBe(true);
    const after = await settingsOf(equipmentId);
    expect(after.settings.play?.gameTimeS).toBe(seconds);
    await expect
      .poll(
        async () => (await merchant.call(fleetContract.readState, { equipmentId })).settingsVersion,
        patiently,
      )
      .toBe(after.version);
    await page.context().close();
  });

  it('a new price is asked about first, with what it was and what it becomes', async () => {
    await untilReady(equipmentId);
    const page = await openAt(`/consumeSetting?equipmentId=${equipmentId}`, width);
    const { version } = await settingsOf(equipmentId);
    await field(page, 'consume.pricePerPlay').fill('7.50');
    await page.locator('button[type=submit]').click();
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText('¥7.50'));
    await shot(page, `settings-price-${width}`);
    await dialog.getByRole('button', { name: say('kit:action.cancel') }).click();
    await doesNotSee(dialog);
    expect((await settingsOf(equipmentId)).version).toBe(version);
    await page.context().close();
  });

  it('an unplugged machine can not be configured, and nothing is kept for later', async () => {
    const before = await settingsOf(unpluggedId);
    const page = await openAt(`/dollMachineSetting?equipmentId=${unpluggedId}`, width);
    await sees(page.getByText(say('settings:device.offlineTitle')));
    await field(page, 'play.gameTimeS').fill('50');
    const send = page.getByRole('button', { name: say('settings:page.offlineSave') });
    await sees(send);
    expect(await send.isDisabled()).toBe(true);
    await shot(page, `settings-offline-${width}`);
    const refused = await merchant
      .call(settingsContract.changeSettings, {
        equipmentId: unpluggedId,
        settings: { play: { gameTimeS: 50 } },
      })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect(await settingsOf(unpluggedId)).toEqual(before);
    await page.context().close();
  });

  it('a batch shows each difference, reaches the machines and names the one it could not', async () => {
    const ids = (width === 'desk' ? ['CW10011', 'CW10012'] : ['CW10013', 'CW10014']).map(deviceId);
    for (const id of ids) await untilReady(id);
    const used = await Promise.all(ids.map(async (id) => (await settingsOf(id)).settings.sound?.volume));
    const volume = [31, 32, 33].find((value) => !used.includes(value))!;
    const page = await openAt(`/batchModify?ids=${[...ids, unpluggedId].join(',')}`, width);
    await sees(page.getByText(say('settings:pick.chosen', { count: 3 })));
    await button(page, 'kit:page.nextStep').click();
    await page.getByLabel(say('settings:field.sound.volume'), { exact: true }).first().check();
    await field(page, 'sound.volume').fill(String(volume));
    await button(page, 'kit:page.nextStep').click();
    await sees(page.getByText(say('settings:batch.willChange', { count: 2 })));
    await sees(page.getByText(say('settings:batch.blocked', { count: 1 })));
    await shot(page, `settings-batch-preview-${width}`);
    await button(page, 'settings:page.send').click();
    const counts = { total: 3, applied: 2, failed: 1, pending: 0 };
    await sees(page.getByText(say('settings:batch.counts', counts)));
    await shot(page, `settings-batch-result-${width}`);
    for (const id of ids) expect((await settingsOf(id)).settings.sound?.volume).toBe(volume);
    await sees(page.locator('[data-code="CW10005"]').getByText(say('settings:failure.offline')));
    await page.getByRole('link', { name: say('settings:batch.putBack') }).click();
    await sees(page.getByText(say('settings:batch.putBackHint')));
    await sees(page.getByText(say('settings:batch.willChange', { count: 2 })));
    await shot(page, `settings-batch-put-back-${width}`);
    await button(page, 'settings:batch.putBackStart').click();
    await sees(page.getByRole('heading', { name: say('settings:batch.kind.putBack') }));
    // somebody may be playing there: a machine takes it when the play is over
    const back = say('settings:batch.counts', { total: 2, applied: 2, failed: 0, pending: 0 });
    await page
      .getByText(back)
      .first()
      .waitFor({ timeout: patient(90_000) });
    expect(await Promise.all(ids.map(async (id) => (await settingsOf(id)).settings.sound?.volume))).toEqual(
      used,
    );
    await page.context().close();
  });

  it('a machine that differs from its preset is mended with one tap', async () => {
    const id = deviceId(width === 'desk' ? 'LK10001' : 'LK10002');
    await untilReady(id);
    const { device, settings } = await settingsOf(id);
    const brightness = settings.screen?.brightness === 71 ? 72 : 71;
    const preset = await merchant.call(settingsContract.savePreset, {
      name: `Preset ${unique()}`,
      type: 'lipstick',
      fieldId: device.fieldId,
      settings: { screen: { brightness } },
    });
    const page = await openAt(`/machineSetting?equipmentId=${id}`, width);
    await markPage(page);
    await shot(page, `settings-drift-${width}`);
    await button(page, 'settings:drift.mend').click();
    await doesNotSee(button(page, 'settings:drift.mend'));
    expect((await settingsOf(id)).settings.screen?.brightness).toBe(brightness);
    expect(await isMarked(page)).toBe(true);
    await merchant.call(settingsContract.removePresets, { ids: [preset.id] });
    await page.context().close();
  });
});
