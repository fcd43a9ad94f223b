import { PDFiumLibrary } from '@hyzyla/pdfium';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Planting } from '#app/server/test/hostile-texts.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { rewardsContract } from '#features/loyalty/rewards/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { sharingContract } from '#features/selling/sharing/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { listsContract } from '../contract.ts';

/** The beginning of a hostile text as it was written, not as markup. */
const hostile = /[=+@-]1\+[0-9a-f]{4}["<]/;
/** What in a PDF does something when it is opened or pressed. */
const actions = /\/(JS|JavaScript|URI|Launch|OpenAction|AA|SubmitForm)\b/;

/** Files that the server draws: what somebody wrote stands there as letters and does nothing. */
export function printedCases(plantingOf: () => Planting): void {
  let library: PDFiumLibrary;
  beforeAll(async () => {
    library = await PDFiumLibrary.init();
  });
  afterAll(() => library?.destroy());

  async function answerOf(endpoint: AnyEndpoint, input: Record<string, string>): Promise<Buffer> {
    const { merchant } = plantingOf().people;
    const isGet = endpoint.method === 'GET';
    const answer = await merchant.request(endpoint.path + (isGet ? `?${new URLSearchParams(input)}` : ''), {
      method: endpoint.method,
      ...(!isGet && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  async function textOf(pdf: Buffer): Promise<string> {
    const sheet = await library.loadDocument(pdf);
    try {
      return [...sheet.pages()].map((page) => page.getText()).join('\n');
    } finally {
      sheet.destroy();
    }
  }

  const site = demoId('site:merchant:1');
  const today = businessDay(new Date());

  const sheets: [name: string, print: () => Promise<Buffer>][] = [
    [
      'labels of machines',
      async () => {
        const { merchant } = plantingOf().people;
        const { records } = await merchant.call(fleetContract.listDevices, { size: 500 });
        const planted = records.filter(({ equipmentName }) => hostile.test(equipmentName ?? ''));
        const ids = planted.map(({ equipmentId }) => equipmentId).join(',');
        return answerOf(fleetContract.printLabels, { ids, centre: 'text', text: '=1+abcd<xss>' });
      },
    ],
    [
      'vouchers',
      async () => {
        const { merchant } = plantingOf().people;
        const { records } = await merchant.call(rewardsContract.listVoucherBatches, {});
        const { id } = records.find(({ name }) => hostile.test(name))!;
        return answerOf(rewardsContract.printVouchers, { batchId: id });
      },
    ],
    [
      'the statistics by site',
      () => answerOf(reportsContract.printStatistics, { by: 'site', from: addDays(today, -6), to: today }),
    ],
    [
      'the statement of a site',
      async () => {
        const { planter, people } = plantingOf();
        const { path } = await planter.write(people.merchant, reportsContract.makeStatementLink, {
          ...{ fieldId: site, from: addDays(today, -6), to: today, validDays: 1 },
        });
        return answerOf(reportsContract.printStatement, { token: path.slice(path.indexOf('#') + 1) });
      },
    ],
    [
      'the statement of a receiver of shares',
      async () => {
        const { merchant } = plantingOf().people;
        const { records } = await merchant.call(sharingContract.listReceivers, { size: 100 });
        const { id } = records.find(({ name }) => hostile.test(name))!;
        return answerOf(sharingContract.printStatement, { receiverId: id, month: today.slice(0, 7) });
      },
    ],
  ];

  describe('a printed sheet', () => {
    beforeAll(async () => {
      const { planter, people } = plantingOf();
      await planter.write(people.merchant, sitesContract.updateSite, { id: site });
    });

    it.each(sheets)('shows hostile texts as letters: %s', async (_name, print) => {
      const pdf = await print();
      expect(await textOf(pdf)).toMatch(hostile);
      expect(pdf.toString('latin1')).not.toMatch(actions);
    });
  });

  describe('a separate file', () => {
    it('has codes of vouchers, and runs no text', async () => {
      const { merchant } = plantingOf().people;
      const { records } = await merchant.call(rewardsContract.listVoucherBatches, {});
      const { id } = records.find(({ name }) => hostile.test(name))!;
      const text = (await answerOf(rewardsContract.takeVoucherCodes, { batchId: id })).toString();
      expect(text.trim().split('\n').length).toBeGreaterThan(1);
      expect(text).not.toMatch(/(^|[,\n])"?[=+@-]1\+/);
    });

    it('is a workbook without formulas whose cells hold what was written', async () => {
      const file = await answerOf(listsContract.exportList, {
        path: sitesContract.listSites.path,
        format: 'xlsx',
        columns: JSON.stringify(['name', 'address', 'remark'].map((key) => ({ key, label: key }))),
      });
      const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml']!);
      expect(sheet).toMatch(/>'[=+@-]1\+[0-9a-f]{4}&quot;&gt;&lt;/);
      expect(sheet).not.toMatch(/<f>|<img|<svg|>[=+@-]1\+/);
    });
  });
}
