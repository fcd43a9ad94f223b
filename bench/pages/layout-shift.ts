import type { Browser } from 'playwright-core';
import { demoId } from '#kit/server/demo.ts';
import { type Measure, rounded } from '../measures.ts';
import { slowPhone, watchPaint } from './visit.ts';

const machine = 'CW10001';
const pages = { home: '/home', hub: `/machineSetting?equipmentId=${demoId(`device:${machine}`)}` };
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
/** long enough for the last part of a page on a slow line */
const settledMs = 12_000;

/** How much the pages that people open every morning jump while they load, cold and on a slow line. */
export async function measureLayoutShift(browser: Browser, baseUrl: string): Promise<Measure[]> {
  const worst: Record<string, number> = {};
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport });
    try {
      const login = await context.newPage();
      await login.goto(`${baseUrl}/login`);
      await login.locator('input[name="username"]').fill('merchant');
      await login.locator('input[type="password"]').fill('Demo1234');
      await login.keyboard.press('Enter');
      await login.waitForURL('**/home');
      await login.close();
      for (const [name, path] of Object.entries(pages)) {
        const page = await context.newPage();
        await slowPhone(page);
        await page.addInitScript(watchPaint);
        await page.goto(baseUrl + path);
        await page.waitForTimeout(settledMs);
        const shift = await page.evaluate(() => window.painted?.shifted ?? Number.NaN);
        console.log(`  ${name} on a ${size} jumps by ${rounded(shift, 3)}`);
        worst[name] = Math.max(worst[name] ?? 0, shift);
        await page.close();
      }
    } finally {
      await context.close();
    }
  }
  return Object.entries(worst).map(([name, shift]) => ({
    name: `${name}-layout-shift`,
    value: rounded(shift, 3),
    goal: '<= 0.05' as const,
  }));
}
