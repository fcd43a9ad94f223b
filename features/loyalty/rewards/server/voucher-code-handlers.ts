import { drawLabels } from '#features/machines/fleet/server/public.ts';
import { conflict, forbidden, invalid, missing } from '#kit/kernel/errors.ts';
import { inGroups } from '#kit/kernel/typed-code.ts';
import { audit } from '#kit/server/audit.ts';
import { type Handler, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { csvLine } from '#kit/server/spreadsheet.ts';
import { find, update } from '#kit/server/tables.ts';
import { vouchersChanged } from '../contract/kinds.ts';
import { mostOnSheets, type vouchersContract } from '../contract/vouchers.ts';
import { voucherBatches } from '../tables.ts';
import { codeOf } from './voucher-codes.ts';
import { type BatchRow, openVouchers } from './voucher-queries.ts';
import { lastDay, worthText } from './voucher-words.ts';

const redeemPath = '/point-voucher';

/** As people reach us: the address that is configured, or the one they asked us at. */
function linkTo({ services, request }: StaffContext, code: string): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return new URL(`${redeemPath}?code=${code}`, origin).href;
}

/** A code that is read can be redeemed: codes go only to the person whose allowance they were taken from. */
async function lockOwnBatch(tx: Tx, { session }: StaffContext, id: string): Promise<BatchRow> {
  const [batch] = await find(tx, session.scope, voucherBatches, { id }, 'update');
  if (!batch) throw missing();
  if (batch.userId !== session.userId) throw forbidden('rewards:error.otherMaker');
  return batch;
}

async function logHandOver(
  tx: Tx,
  context: StaffContext,
  batch: BatchRow,
  action: 'rewards.takeCodes' | 'rewards.printVouchers',
  handed: readonly { number: number }[],
): Promise<void> {
  await audit(tx, context, {
    action,
    entity: 'voucherBatch',
    entityId: batch.id,
    siteId: batch.siteId,
    label: batch.name,
    after: { from: handed[0]?.number, to: handed.at(-1)?.number, pieces: handed.length },
  });
}

/** All codes as a file, once: afterwards everybody sees their last four signs, the maker too. */
export const takeVoucherCodes: Handler<typeof vouchersContract.takeVoucherCodes> = async (
  context,
  { batchId },
) => {
  const say = sayFor(context);
  const { batch, open } = await context.db.transaction(async (tx) => {
    const locked = await lockOwnBatch(tx, context, batchId);
    if (locked.codesTakenAt) throw conflict('rewards:error.codesTaken');
    const good = await openVouchers(tx, context.session.scope, locked, context.clock.now());
    if (good.length === 0) throw invalid('rewards:error.nothingToPrint');
    await update(
      tx,
      context.session.scope,
      voucherBatches,
      { id: batchId },
      {
        codesTakenAt: context.clock.now(),
      },
    );
    await logHandOver(tx, context, locked, 'rewards.takeCodes', good);
    await emit(tx, siteTopic(locked.tenantId, locked.siteId), vouchersChanged);
    return { batch: locked, open: good };
  });
  const head = [
    say('rewards:field.voucherNumber'),
    say('rewards:field.code'),
    say('rewards:field.link'),
    say('rewards:field.worthText'),
  ];
  const worth = worthText(batch, say);
  const lines = open.map(({ id, number }) => {
    const code = codeOf(context.services.secrets, id);
    return csvLine([number, inGroups(code), linkTo(context, code), worth]);
  });
  context.reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="vouchers.csv"')
    .header('cache-control', 'no-store')
    // without the mark at its head some programs read Chinese as something else
    .send(`\uFEFF${csvLine(head)}${lines.join('')}`);
};

export const printVouchers: Handler<typeof vouchersContract.printVouchers> = async (
  context,
  { batchId, first },
) => {
  const say = sayFor(context);
  const { batch, printed } = await context.db.transaction(async (tx) => {
    const locked = await lockOwnBatch(tx, context, batchId);
    const which = { first, most: mostOnSheets };
    const sheets = await openVouchers(tx, context.session.scope, locked, context.clock.now(), which);
    if (sheets.length === 0) throw invalid('rewards:error.nothingToPrint');
    await logHandOver(tx, context, locked, 'rewards.printVouchers', sheets);
    return { batch: locked, printed: sheets };
  });
  const until = lastDay(batch);
  const pdf = await drawLabels(
    printed.map(({ id, number }) => {
      const code = codeOf(context.services.secrets, id);
      return {
        link: linkTo(context, code),
        centre: worthText(batch, say),
        title: inGroups(code),
        subtitle: say('rewards:sheet.line', { number, until, name: batch.name }),
      };
    }),
    'a4',
    batch.name,
  );
  context.reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="vouchers-${first}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf);
};
