import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import { makeSheet, type Sheet } from '#kit/server/pdf-sheet.ts';
import type { SiteStatement } from '../contract/statements.ts';

const money = (fen: number) => `${fen < 0 ? '-' : ''}¥${formatFen(Math.abs(fen))}`;

/** A name and amounts beside it, right aligned. */
const line = (name: string, values: readonly string[], nameShare: number) => [
  { text: name, share: nameShare },
  ...values.map((text) => ({ text, share: (1 - nameShare) / values.length, right: true })),
];

const sums = ['grossFen', 'refundFen', 'incomeFen', 'feeFen', 'netFen'] as const;

function drawSources(sheet: Sheet, { sources, total }: SiteStatement, say: Say): void {
  sheet.section(say('reports:page.bySource'));
  const names = sums.map((name) => say(`reports:field.${name}`));
  sheet.row(line(say('reports:field.source'), names, 0.25), { bold: true, line: true });
  const amounts = (row: Record<(typeof sums)[number], number>) => sums.map((name) => money(row[name]));
  for (const row of sources) sheet.row(line(say(`figures:incomeSource.${row.source}`), amounts(row), 0.25));
  sheet.row(line(say('reports:statement.total'), amounts(total), 0.25), { bold: true });
}

function drawReceivers(sheet: Sheet, { receivers, total }: SiteStatement, say: Say): void {
  sheet.section(say('reports:statement.receivers'));
  if (receivers.length === 0) {
    sheet.note(say('reports:revenue.nobody'));
    return;
  }
  const names = ['dueFen', 'paidFen', 'openFen'] as const;
  const heads = names.map((name) => say(`reports:statement.${name}`));
  sheet.row(line(say('reports:statement.receiver'), heads, 0.4), { bold: true, line: true });
  for (const row of receivers)
    sheet.row(
      line(
        `${row.receiverName} (${say(`sharing:kind.${row.kind}`)})`,
        names.map((name) => money(row[name])),
        0.4,
      ),
    );
  const sum = (name: (typeof names)[number]) => receivers.reduce((all, row) => all + row[name], 0);
  sheet.row(
    line(say('reports:statement.total'), [total.sharesFen, sum('paidFen'), sum('openFen')].map(money), 0.4),
    {
      bold: true,
    },
  );
}

const ofDay = ['grossFen', 'refundFen', 'feeFen', 'netFen', 'sharesFen'] as const;

function drawDays(sheet: Sheet, { days, total }: SiteStatement, say: Say): void {
  sheet.section(say('reports:statement.days'));
  const heads = [say('reports:field.orders'), ...ofDay.map((name) => say(`reports:field.${name}`))];
  sheet.row(line(say('reports:by.day'), heads, 0.16), { bold: true, line: true });
  for (const row of days)
    sheet.row(line(row.day, [String(row.orders), ...ofDay.map((name) => money(row[name]))], 0.16));
  const whole = [String(total.orders), ...ofDay.map((name) => money(total[name]))];
  sheet.row(line(say('reports:statement.total'), whole, 0.16), { bold: true });
}

/** The statement of a site on A4, in the reader's language. */
export function statementPdf(statement: SiteStatement, logo: Buffer | undefined, say: Say): Promise<Buffer> {
  const { merchantName, siteName, from, to } = statement;
  const title = say('reports:screen.statement');
  return makeSheet({ title, footer: `${merchantName}  ·  ${siteName}  ·  ${from} – ${to}` }, (sheet) => {
    if (logo) sheet.logo(logo);
    sheet.title(title, 16);
    sheet.note(`${merchantName}  ·  ${siteName}  ·  ${from} – ${to}`);
    drawSources(sheet, statement, say);
    drawReceivers(sheet, statement, say);
    drawDays(sheet, statement, say);
  });
}
