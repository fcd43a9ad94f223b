import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import { makeSheet, type Sheet } from '#kit/server/pdf-sheet.ts';
import type { Grouping } from '../contract/shared.ts';
import type { statisticsContract } from '../contract/statistics.ts';

type Summary = OutputOf<typeof statisticsContract.readSummary>;
type Row = OutputOf<typeof statisticsContract.listFigures>['records'][number];

const money = (fen: number | null) =>
  fen === null ? '—' : `${fen < 0 ? '-' : ''}¥${formatFen(Math.abs(fen))}`;

const shown = [
  'incomeFen',
  'refundFen',
  'feeFen',
  'netFen',
  'sharesFen',
  'giftCostFen',
  'marginFen',
  'perMachineDayFen',
  'orders',
  'plays',
  'wins',
  'coinsIn',
  'coinsOut',
] as const;
type Shown = (typeof shown)[number];

const wordsOf = (name: Shown, value: number | null) =>
  name.endsWith('Fen') ? money(value) : (value ?? 0).toLocaleString('en-US');

function drawFigures(sheet: Sheet, { figures, figuresBefore, before }: Summary, say: Say): void {
  const line = (label: string, now: string, earlier: string) => [
    { text: label, share: 0.4 },
    { text: now, share: 0.3, right: true },
    { text: earlier, share: 0.3, right: true },
  ];
  sheet.row(line('', say('reports:print.now'), `${before.from} – ${before.to}`), { bold: true, line: true });
  for (const name of shown)
    sheet.row(
      line(say(`reports:field.${name}`), wordsOf(name, figures[name]), wordsOf(name, figuresBefore[name])),
    );
}

function drawSources(sheet: Sheet, { sources }: Summary, say: Say): void {
  if (sources.length === 0) return;
  sheet.section(say('reports:page.bySource'));
  const columns = ['grossFen', 'refundFen', 'feeFen', 'netFen'] as const;
  const line = (name: string, values: readonly string[]) => [
    { text: name, share: 0.28 },
    ...values.map((text) => ({ text, share: 0.18, right: true })),
  ];
  sheet.row(
    line(
      say('reports:field.source'),
      columns.map((name) => say(`reports:field.${name}`)),
    ),
    { bold: true, line: true },
  );
  for (const row of sources)
    sheet.row(
      line(
        say(`figures:incomeSource.${row.source}`),
        columns.map((name) => money(row[name])),
      ),
    );
}

function nameOf(row: Row, by: Grouping, say: Say): string {
  if (by === 'type') return row.type ? say(`devices:type.${row.type}`) : say('reports:page.nowhere');
  if (row.period !== null) return row.period;
  if (row.merchantName !== null) return row.merchantName;
  if (by === 'device' && row.equipmentNo !== null)
    return `#${row.equipmentNo} ${row.equipmentName ?? ''}  ${row.fieldName ?? ''}`;
  return row.fieldName ?? say('reports:page.nowhere');
}

function drawRows(
  sheet: Sheet,
  { records, total }: { records: Row[]; total: number },
  by: Grouping,
  say: Say,
) {
  sheet.section(say(`reports:by.${by}`));
  const columns = ['incomeFen', 'netFen', 'marginFen', 'plays'] as const;
  const line = (name: string, values: readonly string[]) => [
    { text: name, share: 0.36 },
    ...values.map((text) => ({ text, share: 0.16, right: true })),
  ];
  sheet.row(
    line(
      say(`reports:by.${by}`),
      columns.map((name) => say(`reports:field.${name}`)),
    ),
    { bold: true, line: true },
  );
  for (const row of records)
    sheet.row(
      line(
        nameOf(row, by, say),
        columns.map((name) => wordsOf(name, row[name])),
      ),
    );
  if (total > records.length) sheet.note(say('reports:print.more', { count: total - records.length }));
}

/** The statistics on A4, in the reader's language. */
export function statisticsPdf(
  merchantName: string,
  summary: Summary,
  rows: { records: Row[]; total: number },
  by: Grouping,
  say: Say,
): Promise<Buffer> {
  const title = say('reports:screen.statistics');
  const { from, to } = summary.period;
  return makeSheet({ title, footer: `${merchantName}  ·  ${title}  ·  ${from} – ${to}` }, (sheet) => {
    sheet.title(title, 16);
    sheet.note(`${merchantName}  ·  ${from} – ${to}`);
    drawFigures(sheet, summary, say);
    drawSources(sheet, summary, say);
    drawRows(sheet, rows, by, say);
  });
}
