import { z } from 'zod';
import { askedField, requestsChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, day, id, ids, instant, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime, maybeMemberFields, siteFields } from '#kit/contract/things.ts';
import { base, issue, view, vouchersChanged, voucherValue } from './kinds.ts';

export const mostPieces = 2000;
export const mostOnSheets = 240;
export const mostValue = 10_000;

const states = ['open', 'redeemed', 'voided', 'expired'] as const;
export type VoucherState = (typeof states)[number];
const voucherState = () =>
  choiceOf('rewards:voucherState', states, {
    open: 'info',
    redeemed: 'good',
    voided: 'bad',
    expired: 'quiet',
  });
const batchState = () =>
  choiceOf('rewards:batchState', ['open', 'voided', 'expired'], {
    open: 'good',
    voided: 'bad',
    expired: 'quiet',
  });

const batch = z.object({
  id: z.string(),
  createdAt: creationTime(),
  name: z.string(),
  ...siteFields,
  value: voucherValue(),
  /** what one is good for, in the caller's language */
  worthText: z.string(),
  pieces: z.int(),
  redeemed: z.int(),
  /** that can still be redeemed */
  open: z.int(),
  perPlayer: z.int().nullable(),
  expiresAt: instant(),
  /** the last day on which they are good */
  until: day(),
  state: batchState(),
  userName: z.string(),
  /** the caller made it: this person may print its codes, and take them along once */
  mine: z.boolean(),
  codesTaken: z.boolean(),
});
export type BatchRecord = z.infer<typeof batch>;

const voucher = {
  id: z.string(),
  number: z.int(),
  state: voucherState(),
  redeemedAt: instant().nullable(),
  ...maybeMemberFields,
};
const voucherRecord = z.object(voucher);
export type VoucherRecord = z.infer<typeof voucherRecord>;
/** `code`: its last four signs */
const codeRecord = z.object({ ...voucher, code: z.string(), mine: z.boolean() });
export type CodeRecord = z.infer<typeof codeRecord>;

const ofBatch = () => pageInput({ batchId: id(), state: voucherState().optional() }, ['number']);

/** As people type it: large or small, in groups or not. */
const code = () =>
  z
    .string()
    .trim()
    .max(40)
    .regex(/^[0-9A-Za-z](?:[ -]?[0-9A-Za-z]){11}$/, { error: 'rewards:error.codeForm' });

export const vouchersContract = {
  listVoucherBatches: get(`${base}/voucher/list`, view, {
    input: pageInput(
      {
        id: id().optional(),
        name: text(40, 0).optional(),
        fieldId: id().optional(),
        value: voucherValue().optional(),
        state: batchState().optional(),
      },
      ['createdAt', 'expiresAt'],
    ),
    output: pageOf(batch),
    refreshedBy: [vouchersChanged],
    summary: 'Batches of vouchers: what they are good for, how many were redeemed',
  }),
  createVouchers: post(`${base}/voucher/submit`, issue, {
    gives: true,
    lets: 'goods',
    input: z.object({
      name: text(40),
      fieldId: id(),
      value: voucherValue().default('point'),
      amount: int(1, mostValue).nullish(),
      cardTypeId: id().nullish(),
      pieces: int(1, mostPieces),
      /** the last day on which they are good */
      until: day(),
      perPlayer: int(1, mostPieces).nullish(),
    }),
    /** made when somebody agrees, where `asked` names a request */
    output: z.object({ id: z.string(), ...askedField }),
    emits: [vouchersChanged, requestsChanged],
    summary:
      'A batch of vouchers with a code each; the player who redeems a code first has what it is good for',
  }),
  voidBatches: post(`${base}/voucher/remove`, issue, {
    input: z.object({ ids: ids() }),
    emits: [vouchersChanged],
    summary: 'What nobody has redeemed of these batches is good no more',
  }),
  listVouchers: get(`${base}/voucher/records`, view, {
    input: ofBatch(),
    output: pageOf(voucherRecord),
    refreshedBy: [vouchersChanged],
    summary: 'Vouchers of a batch without their codes: which were redeemed, when and by whom',
  }),
  listVoucherCodes: get(`${base}/voucher/codes`, issue, {
    input: ofBatch(),
    output: pageOf(codeRecord),
    refreshedBy: [vouchersChanged],
    summary: 'The same with the last four signs of their codes',
  }),
  takeVoucherCodes: post(`${base}/voucher/takeCodes`, issue, {
    answer: 'raw',
    files: ['text/csv'],
    rate: { max: 20, windowSeconds: 60 },
    repeats: { because: 'codes are given once, and a second call is refused' },
    input: z.object({ batchId: id() }),
    output: z.unknown(),
    emits: [vouchersChanged],
    summary: 'The codes of a batch as a file (CSV), to who made it, once; it stands in the log',
  }),
  voidVouchers: post(`${base}/voucher/void`, issue, {
    input: z.object({ ids: ids() }),
    emits: [vouchersChanged],
    summary: 'Single vouchers are good no more: lost, or printed badly',
  }),
  printVouchers: get(`${base}/voucher/print`, issue, {
    answer: 'raw',
    files: ['application/pdf'],
    changes: true,
    repeats: { because: 'sheets can be printed again, and each time stands in the log' },
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ batchId: id(), first: int(1, mostPieces).default(1) }),
    output: z.unknown(),
    summary:
      'Vouchers that are still good as sheets to cut (PDF): what for, number, code and its QR. For who made them; every print stands in the log',
  }),
  redeemVoucher: post(`${base}/player/redeem`, 'player', {
    rate: { max: 60, windowSeconds: 60 },
    books: 'value',
    input: z.object({
      code: code(),
      /** to pay at that shop: one that pays nothing there is refused, and stays good */
      payAt: id().optional(),
    }),
    output: z.object({
      name: z.string(),
      value: voucherValue(),
      worthText: z.string(),
      /** of points, tickets or coins: what the player has there now */
      held: z.int().nullable(),
      merchantName: z.string(),
      ...siteFields,
    }),
    summary:
      'Redeems a voucher, once; with `payAt` only one whose coins or card can be used at that shop. Too many codes that are none are refused for an hour',
  }),
};
