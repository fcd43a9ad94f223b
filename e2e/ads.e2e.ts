import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adsContract } from '#features/machines/ads/contract.ts';
import { film } from '#features/machines/ads/test/film.ts';
import { adtasksContract } from '#features/selling/adtasks/contract.ts';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, openPage } = setStage();
const { listAdIncome, listDoubts } = adtasksContract;
const { listMedia, listScreens, readScreen, saveGroup, savePlacement, saveScreen } = adsContract;
const slowly = { timeout: patient(60_000), interval: 500 };

it(
  'a video is uploaded, placed, fetched by the simulated machine and shown in its window, with a slogan that stays text',
  async () => {
    const name = `Film ${unique()}`;
    const path = join(tmpdir(), `${name}.mp4`);
    await writeFile(path, await film({ seconds: 4 + Math.random(), width: 640 }));
    const page = await openPage({ login: 'merchant' });
    await page.goto('/videoAd');
    await page.getByRole('button', { name: 'Upload video' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.locator('input[type=file]').setInputFiles(path);
    await sheet.locator('video').waitFor({ timeout: patient(30_000) });
    await sheet.getByLabel('Name').fill(name);
    await sheet.getByRole('button', { name: 'Upload video' }).click();
    await page
      .getByText(name)
      .first()
      .waitFor({ timeout: patient(30_000) });

    const [media] = (await merchant.call(listMedia, { name })).records;
    const { id: groupId } = await merchant.call(saveGroup, {
      name,
      items: [{ mediaId: media!.id, seconds: 5 }],
    });
    const screens = (await merchant.call(listScreens, { size: 100 })).records;
    const screen = screens.find(
      ({ online, state, type }) => online && state === 'none' && type === 'cabinet',
    )!;
    const { equipmentId, code } = screen;
    const slogan = '<b onclick=alert(1)>抓住幸运</b>';
    await merchant.call(saveScreen, { equipmentId, enabled: true, slogan, waitS: 0 });

    await page.goto(`/setAds?place=${groupId}`);
    const placing = page.getByRole('dialog');
    await placing.waitFor();
    await merchant.call(savePlacement, { groupId, equipmentIds: [equipmentId] });
    await expect
      .poll(async () => (await merchant.call(readScreen, { equipmentId })).state, slowly)
      .toBe('applied');

    const window = await openPage();
    await window.goto(`/demo_machine?code=${code}`);
    await window.locator(`[data-on-screen="${media!.id}"]`).waitFor({ timeout: patient(60_000) });
    expect(await window.locator('figcaption').innerText()).toContain(slogan);
    await expect
      .poll(async () => (await merchant.call(readScreen, { equipmentId })).items[0]?.plays, {
        timeout: patient(120_000),
        interval: 2000,
      })
      .toBeGreaterThan(0);
  },
  patient(240_000),
);

it(
  'plays in doubt that the platform approves stand on the profit page of the merchant',
  async () => {
    const [doubt] = (await api.of('admin').call(listDoubts, { state: 'open' })).records;
    const platform = await openPage({ login: 'admin' });
    await platform.goto('/ad_doubts?state=open');
    const row = platform.getByRole('row').filter({ hasText: doubt!.title }).first();
    await row.getByRole('button').last().click();
    await platform.getByRole('menuitem', { name: 'Approve and pay' }).click();
    await platform.getByRole('dialog').getByRole('button', { name: 'Approve and pay' }).click();
    const paid = async () =>
      (await merchant.call(listAdIncome, { equipmentId: doubt!.equipmentId, size: 100 })).records.find(
        ({ plays }) => plays >= doubt!.plays,
      );
    await expect.poll(async () => (await paid())?.amountFen, slowly).toBeGreaterThanOrEqual(doubt!.amountFen);

    const day = (await paid())!;
    const page = await openPage({ login: 'merchant' });
    await page.goto(`/adprofit?equipmentId=${doubt!.equipmentId}`);
    await page
      .getByRole('row')
      .filter({ hasText: day.day })
      .filter({ hasText: moneyText(day.amountFen) })
      .first()
      .waitFor({ timeout: patient(30_000) });
  },
  patient(120_000),
);
