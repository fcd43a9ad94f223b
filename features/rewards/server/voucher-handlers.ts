import { tenantName } from '#features/accounts/server/public.ts';
import { drawLabels } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { inGroups, plainCode } from '#kit/kernel/typed-code.ts';
import { changeRows, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type Say, type StaffContext, sayFor } from '#kit/server/context.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { vouchersChanged } from '../contract/kinds.ts';
import { mostOnSheets, type vouchersContract } from '../contract/vouchers.ts';
import { voucherStateOf } from '../rules/voucher-rules.ts';
import { voucherBatches, vouchers } from '../tables.ts';
import { issueVouchers } from './issue-vouchers.ts';
import { countTry, redeemVoucher } from './redeem-voucher.ts';
import { codeOf, hashOf } from './voucher-codes.ts';
import { type BatchRow, pageBatches, pageVouchers } from './voucher-queries.ts';

const redeemPath = '/point-voucher';

const batchSubject = subjectOf(voucherBatches, {
  entity: 'voucherBatch',
  label: ({ name }) => name,
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), vouchersChanged)],
});
const voucherSubject = subjectOf(vouchers, {
  entity: 'voucher',
  label: ({ number }) => String(number),
  unlogged: ['codeHash'],
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), vouchersChanged)],
});

export const worthText = (
  { value, amount, cardName }: Pick<BatchRow, 'value' | 'amount' | 'cardName'>,
  say: Say,
): string => (value === 'card' ? (cardName ?? '') : say(`rewards:worth.${value}`, { count: amount ?? 0 }));

/** As people reach us: the address that is configured, or the one they asked us at. */
function linkTo({ services, request }: StaffContext, code: string): string {
  const origin = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw invalid('kit:error.badInput');
  return new URL(`${redeemPath}?code=${code}`, origin).href;
}

async function requireBatch({ db, session }: StaffContext, id: string): Promise<BatchRow> {
  const [batch] = await find(db.read, session.scope, voucherBatches, { id });
  if (!batch) throw missing();
  return batch;
}

/** It ends with the day before the moment. */
const lastDay = ({ expiresAt }: { expiresAt: Date }) => businessDay(new Date(expiresAt.getTime() - 1));

export const voucherHandlers: Handlers<typeof vouchersContract> = {
  async listVoucherBatches(context, input) {
    const now = context.clock.now();
    const say = sayFor(context);
    const page = await pageBatches(context.db.read, context.session.scope, input, now);
    return mapPage(page, ({ unused, ...row }) => {
      const state = row.voidedAt ? 'voided' : row.expiresAt > now ? 'open' : 'expired';
      return {
        ...row,
        state,
        open: state === 'open' ? unused : 0,
        worthText: worthText(row, say),
        until: lastDay(row),
      } as const;
    });
  },

  createVouchers: issueVouchers,

  async voidBatches(context, { ids }) {
    const voidedAt = context.clock.now();
    await context.db.transaction((tx) =>
      changeRows(tx, context, batchSubject, { ids, action: 'rewards.voidBatch' }, (row) =>
        row.voidedAt ? undefined : { voidedAt },
      ),
    );
    return {};
  },

  async listVouchers({ db, session, clock }, input) {
    const now = clock.now();
    const page = await pageVouchers(db.read, session.scope, input, now);
    return mapPage(page, (row) => ({ ...row, state: voucherStateOf(row, now) }));
  },

  async listVoucherCodes(context, input) {
    const now = context.clock.now();
    const page = await pageVouchers(context.db.read, context.session.scope, input, now);
    return mapPage(page, (row) => {
      const code = codeOf(context.services.secrets, row.id);
      return { ...row, state: voucherStateOf(row, now), code: inGroups(code), link: linkTo(context, code) };
    });
  },

  async voidVouchers(context, { ids }) {
    const voidedAt = context.clock.now();
    await context.db.transaction((tx) =>
      changeRows(tx, context, voucherSubject, { ids, action: 'rewards.voidVoucher' }, (row) =>
        row.redeemedAt || row.voidedAt ? undefined : { voidedAt },
      ),
    );
    return {};
  },

  async printVouchers(context, { batchId, first }) {
    const batch = await requireBatch(context, batchId);
    const say = sayFor(context);
    const now = context.clock.now();
    const found = await find(context.db.read, context.session.scope, vouchers, { batchId });
    const standing = { expiresAt: batch.expiresAt, batchVoidedAt: batch.voidedAt };
    const open = found
      .filter((row) => row.number >= first && voucherStateOf({ ...row, ...standing }, now) === 'open')
      .sort((one, other) => one.number - other.number)
      .slice(0, mostOnSheets);
    if (open.length === 0) throw invalid('rewards:error.nothingToPrint');
    const until = lastDay(batch);
    const pdf = await drawLabels(
      open.map(({ id, number }) => {
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
  },

  async redeemVoucher(context, { code, payAt }) {
    const { db, session, services, clock } = context;
    const now = clock.now();
    const codeHash = hashOf(services.secrets, plainCode(code));
    const tryId = await db.transaction((tx) => countTry(tx, session.scope, now));
    const { batch, held } = await db.transaction((tx) =>
      redeemVoucher(tx, session.scope, { codeHash, tryId, payAt, now }),
    );
    const [merchantName, sites] = await Promise.all([
      tenantName(db.read, batch.tenantId),
      siteNames(db.read, tenantScope(batch.tenantId), [batch.siteId]),
    ]);
    return {
      name: batch.name,
      value: batch.value,
      worthText: worthText(batch, sayFor(context)),
      held,
      merchantName: merchantName ?? '',
      fieldId: batch.siteId,
      fieldName: sites.get(batch.siteId) ?? null,
    };
  },
};
