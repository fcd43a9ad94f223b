import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, cipher, id, ids, instant, pageOf, smsCode, text } from '#kit/contract/schemas.ts';
import { accountType, businessFields, cardNumber } from '../fields.ts';
import { bankCardChanged, businessChanged } from './events.ts';
import { base, rights } from './shared.ts';

export const maxBankCards = 5;
const bankBase = '/api/blade-bank/bank' as const;

const card = z.object({
  id: z.string(),
  createdAt: instant(),
  accountType: accountType(),
  holderName: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  regionName: z.string(),
  branchName: z.string(),
  cardMasked: z.string(),
  isDefault: z.boolean(),
});
export type BankCardRecord = z.infer<typeof card>;

const bank = z.object({ bankCode: z.string(), bankName: z.string() });

const cardBank = z.object({
  bank: bank.nullable(),
  cardKind: choiceOf('onboarding:cardKind', ['debit', 'credit']).nullable(),
  /** how many digits such a card has, where it is known */
  length: z.int().nullable(),
  /** null: too few digits to tell */
  valid: z.boolean().nullable(),
});

/** Bound cards, and what is known of banks; the latter is no secret to anybody who is logged in. */
export const bankCalls = {
  listCards: get(`${base}/findBindingBank`, rights.view, {
    refreshedBy: [bankCardChanged, businessChanged],
    summary: 'Bank cards bound by the organisation, or by a franchisee; numbers masked',
    input: z.object({ userId: id().optional() }),
    output: z.object({
      cards: z.array(card),
      verifiedName: z.string().nullable(),
      verifiedCompany: z.string().nullable(),
      editable: z.boolean(),
    }),
  }),
  bindCard: post(`${base}/bindBank`, rights.edit, {
    place: 'json',
    emits: [bankCardChanged],
    summary: 'Bind a bank card of the verified person or company, with password and a code on the own phone',
    input: z.object({
      accountType: accountType().default('private'),
      holderName: text(60, 2),
      bankCode: text(16),
      bankRegionCode: businessFields.shape.bankRegionCode.optional(),
      branchName: text(80, 2),
      cardNumber: cardNumber(),
      isDefault: z.boolean().default(false),
      /** of the person who binds it */
      password: cipher(),
      /** sent to the person's own phone for `card` */
      code: smsCode(),
    }),
    output: z.object({ id: z.string() }),
  }),
  chooseDefaultCard: post(`${base}/defaultBank`, rights.edit, {
    emits: [bankCardChanged],
    summary: 'Pay out to this card unless another one is named',
    input: z.object({ id: id() }),
  }),
  unbindCards: post(`${base}/unbindBank`, rights.edit, {
    emits: [bankCardChanged],
    summary: 'Unbind bank cards; records that name them stay',
    input: z.object({ ids: ids(maxBankCards) }),
  }),
  listBanks: get(`${bankBase}/list`, 'session', {
    summary: 'Banks by their usual order',
    input: z.object({
      current: z.int().min(1).max(10_000).default(1),
      size: z.int().min(1).max(10_000).default(10_000),
      keyword: z.string().trim().max(40).optional(),
    }),
    output: pageOf(bank),
  }),
  listBankAreas: get(`${bankBase}/area`, 'session', {
    summary: 'Regions below `pcode`; without it the provinces',
    input: z.object({
      pcode: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: z.array(z.object({ code: z.string(), name: z.string(), hasChildren: z.boolean() })),
  }),
  listBranches: get(`${bankBase}/branch`, 'session', {
    summary:
      'Branches of a bank in a region, of the operator’s own table or the few that are shipped; other names may be typed',
    input: z.object({
      bank: z.string().max(16),
      area: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: z.array(z.object({ branchName: z.string(), regionCode: z.string() })),
  }),
  readBranchImport: get(`${bankBase}/branch/import`, rights.audit, {
    summary: 'Whether the operator has imported a table of branches of its own, and when',
    output: z.object({ branches: z.int(), importedAt: instant().nullable() }),
  }),
  readCardBank: post(`${bankBase}/card`, 'session', {
    place: 'json',
    changes: false,
    rate: { max: 120, windowSeconds: 60 },
    summary: 'Which bank issued a card; its first ten digits are enough',
    input: z.object({ cardNumber: z.string().regex(/^\d{6,19}$/, { error: 'onboarding:error.cardNumber' }) }),
    output: cardBank,
  }),
  readBankOfBeginning: get(`${bankBase}/card`, 'session', {
    rate: { max: 120, windowSeconds: 60 },
    summary:
      'The same by the first ten digits at most: addresses end up in logs, so whole numbers are posted',
    input: z.object({
      cardNumber: z.string().regex(/^\d{6,10}$/, { error: 'onboarding:error.cardBeginning' }),
    }),
    output: cardBank,
  }),
};
