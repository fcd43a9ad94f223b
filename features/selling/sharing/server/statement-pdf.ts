import type { ErrorParams } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { makeSheet, type PdfCell, type Sheet } from '#kit/server/pdf-sheet.ts';
import type { Statement } from '../contract/statements.ts';
import { percentOf } from '../rules/percent.ts';

type Say = (key: string, params?: ErrorParams) => string;

const money = (fen: number) => `${fen < 0 ? '-' : ''}¥${formatFen(Math.abs(fen))}`;
const pair = (label: string, fen: number): PdfCell[] => [
  { text: label, share: 0.7 },
  { text: money(fen), share: 0.3, right: true },
];

function drawSummary(sheet: Sheet, statement: Statement, say: Say): void {
  sheet.section(say('sharing:statement.summary'));
  sheet.row(pair(say('sharing:statement.opening'), statement.openingFen));
  sheet.row(pair(say('sharing:statement.earned'), statement.earnedFen));
  sheet.row(pair(say('sharing:statement.reduced'), -statement.reducedFen));
  sheet.row(pair(say('sharing:statement.paid'), -statement.paidFen));
  sheet.row(pair(say('sharing:statement.returned'), statement.returnedFen), { line: true });
  sheet.row(pair(say('sharing:statement.closing'), statement.closingFen), { bold: true });
}

const stepText = (say: Say, { kind, name, amountFen }: Statement['days'][number]['steps'][number]) =>
  `${name || say(`sharing:step.${kind}`)} ${money(-amountFen)}`;

function drawDays(sheet: Sheet, statement: Statement, say: Say): void {
  if (statement.days.length === 0) return;
  sheet.section(say('sharing:statement.days'));
  sheet.row(
    [
      { text: say('sharing:field.day'), share: 0.13 },
      { text: say('sharing:field.site'), share: 0.27 },
      { text: say('sharing:field.orders'), share: 0.1, right: true },
      { text: say('sharing:field.grossFen'), share: 0.14, right: true },
      { text: say('sharing:field.baseFen'), share: 0.14, right: true },
      { text: say('sharing:field.ratio'), share: 0.08, right: true },
      { text: say('sharing:field.earnedFen'), share: 0.14, right: true },
    ],
    { bold: true, line: true },
  );
  for (const day of statement.days) {
    sheet.row([
      { text: day.day, share: 0.13 },
      { text: day.fieldName, share: 0.27 },
      { text: String(day.orders), share: 0.1, right: true },
      { text: money(day.grossFen), share: 0.14, right: true },
      { text: money(day.baseFen), share: 0.14, right: true },
      { text: percentOf(day.basisPoints), share: 0.08, right: true },
      { text: money(day.earnedFen), share: 0.14, right: true },
    ]);
    const steps = day.steps.filter(({ amountFen }) => amountFen !== 0);
    if (steps.length > 0)
      sheet.row(
        [
          { text: '', share: 0.13 },
          { text: steps.map((step) => stepText(say, step)).join('   '), share: 0.87 },
        ],
        { size: 7.5 },
      );
  }
  sheet.row(pair(say('sharing:statement.earned'), statement.earnedFen), { bold: true });
}

function drawMovements(sheet: Sheet, statement: Statement, say: Say): void {
  if (statement.payments.length > 0) {
    sheet.section(say('sharing:statement.payments'));
    for (const { day, way, orders, amountFen } of statement.payments)
      sheet.row([
        { text: day, share: 0.2 },
        { text: say(`sharing:way.${way}`), share: 0.3 },
        { text: say('sharing:statement.ofOrders', { count: orders }), share: 0.2, right: true },
        { text: money(amountFen), share: 0.3, right: true },
      ]);
  }
  if (statement.refunds.length > 0) {
    sheet.section(say('sharing:statement.refunds'));
    for (const refund of statement.refunds)
      sheet.row([
        { text: refund.day, share: 0.14 },
        { text: refund.fieldName, share: 0.26 },
        { text: refund.orderNumber, share: 0.24 },
        { text: money(-refund.reducedFen), share: 0.18, right: true },
        { text: money(refund.returnedFen), share: 0.18, right: true },
      ]);
  }
}

function drawAccount(sheet: Sheet, { account }: Statement, say: Say): void {
  if (!account) return;
  sheet.section(say('sharing:statement.account'));
  sheet.row(pair(say('sharing:statement.accountOpening'), account.openingFen));
  sheet.row(pair(say('sharing:statement.accountIn'), account.inFen));
  sheet.row(pair(say('sharing:statement.accountOut'), -account.outFen), { line: true });
  sheet.row(pair(say('sharing:statement.accountClosing'), account.closingFen), { bold: true });
  for (const { day, note, userName, amountFen } of account.settlements)
    sheet.row([
      { text: day, share: 0.14 },
      { text: say('sharing:statement.settledBy', { name: userName }), share: 0.26 },
      { text: note, share: 0.36 },
      { text: money(amountFen), share: 0.24, right: true },
    ]);
}

/** The statement on A4, in the reader's language. */
export function statementPdf(statement: Statement, say: Say, logo?: Buffer): Promise<Buffer> {
  const title = say('sharing:statement.title', { name: statement.receiverName, month: statement.month });
  return makeSheet({ title, footer: `${statement.merchantName}  ·  ${title}` }, (sheet) => {
    if (logo) sheet.logo(logo);
    sheet.title(title, 16);
    sheet.note(
      `${statement.merchantName}  ·  ${say(`sharing:kind.${statement.kind}`)}  ·  ${say(`sharing:way.${statement.way}`)}`,
    );
    drawSummary(sheet, statement, say);
    drawDays(sheet, statement, say);
    drawMovements(sheet, statement, say);
    drawAccount(sheet, statement, say);
  });
}
