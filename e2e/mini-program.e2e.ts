/** Our pages inside a mini-program's web-view: native pages log in and pay, played by their own source. */
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { showroomContract } from '#features/demo/showroom/contract.ts';
import { demoMounts, demoPaths } from '#features/money/payments/contract/demo-paths.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { createSimulatedMiniProgram } from '#providers/wechat/simulated-mini-program.ts';
import { miniProgramPath } from '#providers/wechat/simulator.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot } from './support/browser.ts';
import { arrivesAt, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { api, newContext } = setStage();
const webView =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50 miniProgram/wxc0ffee9876543210';
const code = 'CW10007';

it('logs in and pays through the native pages, and the machine moves', async () => {
  const nobody = api.client();
  const machine = () => nobody.call(showroomContract.lookAtMachine, { code });
  // simulated customers leave it to us
  await expect
    .poll(async () => (await machine()).busy, { ...patiently, timeout: patient(75_000) })
    .toBe(false);
  const machines = await nobody.call(showroomContract.listDemoMachines, {});
  const to = machines.find((entry) => entry.code === code)?.path ?? '';

  const context = await newContext({ width: 'phone', userAgent: webView });
  const phone = createSimulatedMiniProgram({
    folder: fileURLToPath(new URL('../mini-program', import.meta.url)),
    origin: inject('baseUrl'),
    login: () => undefined,
    async pay(signed) {
      const sheet = await context.newPage();
      const prepayId = signed.package.replace(/^prepay_id=/, '');
      const query = new URLSearchParams({ prepay_id: prepayId, return: demoPaths.returned });
      await sheet.goto(`${demoMounts.wechat}/sheet?${query}`);
      await sheet.getByRole('button', { name: '确认付款' }).click();
      await sheet.waitForURL(/returned/);
      await sheet.close();
    },
  });
  const page = await context.newPage();
  await page.exposeFunction('askNative', (asked: Parameters<typeof phone.invoke>[0]) => phone.invoke(asked));
  await page.addInitScript(() => {
    const { askNative } = window as unknown as { askNative: (asked: object) => void };
    Object.assign(window, {
      WeixinJSBridge: {
        invoke: (name: string, asked: object) => name === 'invokeMiniProgramAPI' && askNative(asked),
      },
    });
  });
  await page.goto(`${demoMounts.wechatLogin}${miniProgramPath}?${new URLSearchParams({ to })}`);
  await page.getByRole('button', { name: '张伟' }).click();
  await arrivesAt(page, '/index');
  expect(page.url()).not.toContain('applet_code');
  // one play; a package may be recommended before it
  await page.locator('input[type=radio][value="1"]').check();
  await page.getByRole('button', { name: new RegExp(say('play:buy.play')) }).click();
  await sees(page.getByText(say('play:end.played')));
  await shot(page, 'mini-program-paid');
  await expect.poll(async () => (await machine()).step?.name, patiently).toBe('aim');
  await nobody.call(showroomContract.workMachine, { code, act: 'press' });
  expect(await seriousFindings(page)).toEqual([]);
  await context.close();
});

it('a code in an address logs nobody in outside a mini-program', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  await page.goto(`/middleStation?applet_code=stolen&to=${encodeURIComponent('/index?equipmentId=CW10001')}`);
  await arrivesAt(page, '/program/login');
  await context.close();
});
