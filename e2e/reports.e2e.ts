/** A report somebody keeps, and a statement somebody else opens without an account. */
import { expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { viewsContract } from '#features/base/views/contract.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { button, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, openPage } = setStage();

it('a view is kept under a name, opened again with the days of its rule, renamed and taken away', async () => {
  const page = await openPage({ login: 'merchant', width: 'desk' });
  const problems = watchProblems(page);
  const today = businessDay(new Date());
  const from = addDays(today, -19);
  await open(page, `/business_statistics?by=device&from=${from}&to=${today}`);
  await button(page, 'views:page.keep').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(say('views:field.name')).fill('二十天按设备');
  await sees(page.getByText(say('views:range.days', { days: 20 })));
  await sheet.getByRole('button', { name: say('kit:action.save') }).click();
  const chip = page.getByRole('button', { name: '二十天按设备', exact: true });
  await expect.poll(() => chip.getAttribute('aria-pressed'), patiently).toBe('true');
  await shot(page, 'saved view');
  const kept = await merchant.call(viewsContract.listViews, { page: reportsContract.readSummary.path });
  expect(kept.at(-1)).toMatchObject({ range: 'days:20', query: { by: 'device' } });
  await open(page, '/business_statistics');
  await chip.click();
  await expect.poll(() => new URL(page.url()).searchParams.get('from'), patiently).toBe(from);
  expect(new URL(page.url()).searchParams.get('by')).toBe('device');
  const manage = (name: string) =>
    page.getByRole('button', { name: say('views:page.change', { name }), exact: true });
  await manage('二十天按设备').click();
  await page.getByRole('menuitem', { name: say('views:page.rename') }).click();
  await sheet.getByLabel(say('views:field.name')).fill('按设备');
  await sheet.getByRole('button', { name: say('views:page.rename') }).click();
  await manage('按设备').click();
  await page.getByRole('menuitem', { name: say('kit:action.remove') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('kit:action.remove') })
    .click();
  await expect
    .poll(() => merchant.call(viewsContract.listViews, { page: reportsContract.readSummary.path }), patiently)
    .toEqual(kept.slice(0, -1));
  expect(problems).toEqual([]);
});

it('a statement is made for a site, opened by a person who has its link, and refused once it is withdrawn', async () => {
  const [site] = (await merchant.call(sitesContract.listSites, { size: 1 })).records;
  const today = businessDay(new Date());
  const days = { from: addDays(today, -6), to: addDays(today, -1) };
  const page = await openPage({ login: 'merchant', width: 'desk' });
  const problems = watchProblems(page);
  await open(page, `/site_revenue_statistics?from=${days.from}&to=${days.to}&fieldId=${site!.id}`);
  await page.getByRole('row', { name: new RegExp(site!.name) }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: say('reports:links.make') }).click();
  await sheet.last().getByLabel(say('reports:field.remark')).fill('商场');
  await sheet
    .last()
    .getByRole('button', { name: say('reports:links.make') })
    .click();
  const address = page.getByLabel(say('reports:links.address'), { exact: true });
  await address.waitFor();
  const link = await address.inputValue();
  await shot(page, 'statement link');

  const visitor = await openPage({ width: 'phone' });
  const visitorProblems = watchProblems(visitor);
  await visitor.goto(link);
  const { figures } = await merchant.call(reportsContract.readSummary, { ...days, fieldId: site!.id });
  await sees(visitor.getByText(site!.name));
  await sees(visitor.getByText(formatFen(figures.netFen)));
  await shot(visitor, 'statement');
  expect(visitorProblems).toEqual([]);

  await open(page, '/statement_links');
  await sees(page.getByText('商场'));
  const { records } = await merchant.call(reportsContract.listStatementLinks, {});
  expect(records[0]).toMatchObject({ remark: '商场', opened: 1, state: 'open' });
  await merchant.call(reportsContract.withdrawStatementLink, { id: records[0]!.id });
  await sees(page.getByText(say('reports:link.withdrawn')));
  expect(problems).toEqual([]);

  await visitor.reload();
  await sees(visitor.getByText(say('reports:statement.gone')));
  expect(await visitor.getByText(site!.name).count()).toBe(0);
});
