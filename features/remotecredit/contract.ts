import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { day, done, empty, id, int, longText, pageInput, pageOf } from '#kit/contract/schemas.ts';

/** pending: on its way; unknown: nobody can tell yet whether coins were added. */
export const creditStates = ['pending', 'done', 'failed', 'expired', 'unknown'] as const;
export type CreditState = (typeof creditStates)[number];
export const linkStates = ['open', 'used', 'expired', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];
/** What a link shows to its visitor: where the link is, or how its credit went. */
export const linkPageStates = ['open', 'pending', 'done', 'unknown', 'expired', 'revoked'] as const;
export type LinkPageState = (typeof linkPageStates)[number];

/** The most a machine takes in one command. */
export const maxCoins = 100;
export const maxPerDay = 10_000;
export const maxLinkHours = 7 * 24;

const view = permit('remotecredit.view');
const credit = permit('remotecredit.credit');
const limits = permit('remotecredit.limits');

const coins = () => int(1, maxCoins);
const note = () => longText(100).optional();
const token = () => z.string().regex(/^[\w-]{20,64}$/);

const deviceFields = {
  equipmentId: z.string(),
  code: z.string(),
  equipmentNo: z.int(),
  equipmentName: z.string().nullable(),
  equipmentType: z.string(),
  /** the kind of machine in the caller's language */
  typeName: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
};

const creditRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  ...deviceFields,
  userId: z.string(),
  userName: z.string(),
  /** a visitor used a link of this person */
  byLink: z.boolean(),
  asked: z.int(),
  counted: z.int().nullable(),
  state: z.enum(creditStates),
  reason: z.string().nullable(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  remark: z.string(),
  settledAt: z.string().nullable(),
});
export type CreditRecord = z.infer<typeof creditRecord>;

const linkRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  ...deviceFields,
  userName: z.string(),
  coins: z.int(),
  remark: z.string(),
  expiresAt: z.string(),
  usedAt: z.string().nullable(),
  state: z.enum(linkStates),
  /** how its last use went */
  creditState: z.enum(creditStates).nullable(),
  counted: z.int().nullable(),
});
export type LinkRecord = z.infer<typeof linkRecord>;

const allowance = z.object({
  perCredit: z.int(),
  /** null: without a limit */
  perDay: z.int().nullable(),
  used: z.int(),
  left: z.int().nullable(),
});

const base = '/api/blade-remoteUpper/remoteUpper' as const;
/** Visitors of one-time links share an address behind a shop's router. */
const linkRate = { max: 600, windowSeconds: 60 };

export const remotecreditContract = {
  creditDevice: defineEndpoint({
    method: 'GET',
    path: `${base}/remoteOutCoin`,
    access: credit,
    changes: true,
    input: z.object({
      equipmentId: id(),
      number: coins(),
      remark: note(),
      /** made by the page once per intent: a call repeated after a lost answer credits nothing twice */
      requestId: id().optional(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds coins to play to a machine, within the limits of the caller; answers the record to watch',
  }),
  listCredits: defineEndpoint({
    method: 'GET',
    path: `${base}/getRemoteUpperByUser`,
    access: view,
    input: pageInput(
      {
        fieldId: id().optional(),
        equipmentId: id().optional(),
        userId: id().optional(),
        state: z.enum(creditStates).optional(),
        from: day().optional(),
        to: day().optional(),
      },
      ['createdAt', 'asked'],
    ),
    output: pageOf(creditRecord),
    summary: 'Who credited which device, when, how much and with what result',
  }),
  readCredit: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: view,
    input: z.object({ id: id() }),
    output: creditRecord,
    summary: 'One remote credit',
  }),
  listCreditors: defineEndpoint({
    method: 'GET',
    path: `${base}/users`,
    access: view,
    input: empty(),
    output: z.array(z.object({ id: z.string(), name: z.string() })),
    summary: 'The people who stand in the records, to filter by',
  }),
  listCreditDevices: defineEndpoint({
    method: 'GET',
    path: `${base}/devices`,
    access: credit,
    input: empty(),
    output: z.array(z.object({ ...deviceFields, online: z.boolean() })),
    summary: 'Machines that take remote coins',
  }),
  readAllowance: defineEndpoint({
    method: 'GET',
    path: `${base}/allowance`,
    access: credit,
    input: empty(),
    output: allowance,
    summary: 'What the caller may still credit today',
  }),
  listLimits: defineEndpoint({
    method: 'GET',
    path: `${base}/limit/list`,
    access: limits,
    input: empty(),
    output: z.array(
      z.object({
        roleId: z.string(),
        roleName: z.string(),
        perCredit: z.int(),
        perDay: z.int(),
        /** nobody has set one for this role: the usual limit holds */
        usual: z.boolean(),
        /** false for the caller's own role */
        editable: z.boolean(),
      }),
    ),
    summary: 'How much each job role may credit at once and in a day',
  }),
  saveLimit: defineEndpoint({
    method: 'POST',
    path: `${base}/limit/submit`,
    access: limits,
    input: z.object({
      roleId: id(),
      perCredit: int(0, maxCoins),
      perDay: int(0, maxPerDay),
    }),
    output: done(),
    summary:
      'Sets how much a job role may credit; never by somebody for their own role or beyond their own limit',
  }),
  createLink: defineEndpoint({
    method: 'POST',
    path: `${base}/link/save`,
    access: credit,
    place: 'json',
    input: z.object({
      equipmentId: id(),
      coins: coins(),
      validHours: int(1, maxLinkHours),
      remark: note(),
    }),
    /** the token is shown here once and kept only as a hash */
    output: z.object({ id: z.string(), token: z.string(), path: z.string(), expiresAt: z.string() }),
    summary: 'Makes a link that adds coins to a machine once; it counts towards the day of its maker',
  }),
  listLinks: defineEndpoint({
    method: 'GET',
    path: `${base}/link/list`,
    access: view,
    input: pageInput(
      { state: z.enum(linkStates).optional(), fieldId: id().optional(), equipmentId: id().optional() },
      ['createdAt', 'expiresAt'],
    ),
    output: pageOf(linkRecord),
    summary: 'One-time links and what became of them',
  }),
  revokeLink: defineEndpoint({
    method: 'POST',
    path: `${base}/link/revoke`,
    access: credit,
    input: z.object({ id: id() }),
    output: done(),
    summary: 'Makes an unused link void',
  }),
  readLink: defineEndpoint({
    method: 'POST',
    path: `${base}/link/info`,
    access: 'public',
    // a token belongs into no address and no log
    place: 'json',
    changes: false,
    rate: linkRate,
    input: z.object({ token: token() }),
    output: z.object({
      state: z.enum(linkPageStates),
      merchantName: z.string(),
      fieldName: z.string(),
      equipmentNo: z.int(),
      equipmentName: z.string().nullable(),
      typeName: z.string(),
      coins: z.int(),
      counted: z.int().nullable(),
      expiresAt: z.string(),
      online: z.boolean(),
      /** the last try certainly added nothing: the visitor may try again */
      lastFailed: z.boolean(),
    }),
    summary: 'What a one-time link holds and how its use went',
  }),
  useLink: defineEndpoint({
    method: 'POST',
    path: `${base}/link/use`,
    access: 'public',
    place: 'json',
    rate: linkRate,
    input: z.object({ token: token() }),
    output: done(),
    summary: 'Adds the coins of a one-time link to its machine, exactly once',
  }),
};
