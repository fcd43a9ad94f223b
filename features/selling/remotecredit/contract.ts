import { z } from 'zod';
import { deviceChanged, deviceListed, deviceNames, presence } from '#features/machines/devices/contract.ts';
import { allowanceChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import {
  choiceOf,
  dayRange,
  id,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime, entryTime, machineFields } from '#kit/contract/things.ts';

/** pending: on its way; unknown: nobody can tell yet whether coins were added. */
export const creditStates = ['pending', 'done', 'failed', 'expired', 'unknown'] as const;
export type CreditState = (typeof creditStates)[number];
export const linkStates = ['open', 'used', 'expired', 'revoked'] as const;
export type LinkState = (typeof linkStates)[number];
/** What a link shows to its visitor: where the link is, or how its credit went. */
export const linkPageStates = ['open', 'pending', 'done', 'unknown', 'expired', 'revoked'] as const;
export type LinkPageState = (typeof linkPageStates)[number];

/** Fewer coins than asked for is neither done nor failed. */
export const creditOutcomes = ['pending', 'done', 'partial', 'failed', 'expired', 'unknown'] as const;
export type CreditOutcome = (typeof creditOutcomes)[number];
/** A used link shows how its credit went; until then the state of the link itself. */
export const linkOutcomes = [
  'open',
  'expired',
  'revoked',
  'used',
  'pending',
  'done',
  'partial',
  'failed',
  'unknown',
] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];
export const creditWays = ['staff', 'link'] as const;

export const creditChanged = defineEvent<{ id: string }>('remoteCredit.changed');
export const linksChanged = defineEvent('remoteCredit.links');
export const limitsChanged = defineEvent('remoteCredit.limits');

/** The most a machine takes in one command. */
export const maxCoins = 100;
export const maxLinkHours = 7 * 24;

const view = permit('remotecredit.view');
const credit = permit('remotecredit.credit');
const limits = permit('remotecredit.limits');

const creditState = () => choiceOf('remotecredit:state', creditStates);
const creditOutcome = () =>
  choiceOf('remotecredit:state', creditOutcomes, {
    pending: 'waiting',
    done: 'good',
    partial: 'waiting',
    failed: 'bad',
    expired: 'bad',
    unknown: 'waiting',
  });
const linkState = () => choiceOf('remotecredit:link', linkStates);
const linkOutcome = () =>
  choiceOf('remotecredit:linkOutcome', linkOutcomes, {
    open: 'info',
    expired: 'quiet',
    revoked: 'bad',
    used: 'good',
    pending: 'waiting',
    done: 'good',
    partial: 'waiting',
    failed: 'bad',
    unknown: 'waiting',
  });

const coins = () => int(1, maxCoins);
const note = () => longText(100).optional();
const token = () => z.string().regex(/^[\w-]{20,64}$/);

const creditRecord = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...deviceNames,
  userId: z.string(),
  userName: z.string(),
  /** by link: a visitor used one of this person */
  way: choiceOf('remotecredit:way', creditWays),
  asked: z.int(),
  counted: z.int().nullable(),
  state: creditState(),
  outcome: creditOutcome(),
  reason: z.string().nullable(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  remark: z.string(),
  settledAt: instant().nullable(),
});
export type CreditRecord = z.infer<typeof creditRecord>;

const linkRecord = z.object({
  id: z.string(),
  createdAt: creationTime(),
  ...deviceNames,
  userName: z.string(),
  coins: z.int(),
  remark: z.string(),
  expiresAt: instant(),
  usedAt: instant().nullable(),
  state: linkState(),
  outcome: linkOutcome(),
  /** how its last use went */
  creditState: creditState().nullable(),
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
  creditDevice: get(`${base}/remoteOutCoin`, credit, {
    gives: true,
    lets: 'coins',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      equipmentId: id(),
      number: coins(),
      remark: note(),
      /** made by the page once per intent: a call repeated after a lost answer credits nothing twice */
      requestId: id().optional(),
    }),
    output: z.object({ id: z.string() }),
    emits: [creditChanged],
    summary: 'Adds coins to play to a machine, within the limits of the caller; answers the record to watch',
  }),
  listCredits: get(`${base}/getRemoteUpperByUser`, view, {
    input: pageInput(
      {
        fieldId: id().optional(),
        equipmentId: id().optional(),
        userId: id().optional(),
        state: creditState().optional(),
        ...dayRange,
      },
      ['createdAt', 'asked'],
    ),
    output: pageOf(creditRecord),
    refreshedBy: [creditChanged],
    summary: 'Who credited which device, when, how much and with what result',
  }),
  readCredit: get(`${base}/detail`, view, {
    input: z.object({ id: id() }),
    output: creditRecord,
    refreshedBy: [refresherOf(creditChanged, (data, input) => data.id === input.id)],
    summary: 'One remote credit',
  }),
  listCreditors: get(`${base}/users`, view, {
    output: z.array(z.object({ id: z.string(), name: z.string() })),
    refreshedBy: [creditChanged],
    summary: 'The people who stand in the records, to filter by',
  }),
  listCreditDevices: get(`${base}/devices`, credit, {
    input: pageInput(
      {
        keyword: text(40, 0).optional(),
        equipmentId: id().optional(),
        /** machines of this site stand first */
        nearFieldId: id().optional(),
      },
      ['equipmentNo'],
    ),
    output: pageOf(z.object({ ...deviceNames, ...presence })),
    refreshedBy: [deviceChanged, deviceListed],
    summary: 'Machines that take remote coins',
  }),
  readAllowance: get(`${base}/allowance`, credit, {
    output: allowance,
    refreshedBy: [creditChanged, linksChanged, limitsChanged, allowanceChanged],
    summary: 'What the caller may still credit today',
  }),
  listLimits: get(`${base}/limit/list`, limits, {
    output: z.array(
      z.object({
        roleId: z.string(),
        roleName: z.string(),
        perCredit: z.int(),
        /** nobody has set one for this role: the usual limit holds */
        usual: z.boolean(),
        /** false for the caller's own role */
        editable: z.boolean(),
      }),
    ),
    refreshedBy: [limitsChanged],
    summary: 'How much each job role may credit at once',
  }),
  saveLimit: post(`${base}/limit/submit`, limits, {
    limits: true,
    input: z.object({
      roleId: id(),
      perCredit: int(0, maxCoins),
    }),
    emits: [limitsChanged],
    summary:
      'Sets how much a job role may credit at once; never by somebody for their own role or beyond their own limit',
  }),
  createLink: post(`${base}/link/save`, credit, {
    gives: true,
    lets: 'coins',
    place: 'json',
    input: z.object({
      equipmentId: id(),
      coins: coins(),
      validHours: int(1, maxLinkHours),
      remark: note(),
    }),
    /** the token is shown here once and kept only as a hash */
    output: z.object({ id: z.string(), token: z.string(), path: z.string(), expiresAt: instant() }),
    emits: [linksChanged],
    summary: 'Makes a link that adds coins to a machine once; it counts towards the day of its maker',
  }),
  listLinks: get(`${base}/link/list`, view, {
    input: pageInput(
      { state: linkState().optional(), fieldId: id().optional(), equipmentId: id().optional() },
      ['createdAt', 'expiresAt'],
    ),
    output: pageOf(linkRecord),
    refreshedBy: [creditChanged, linksChanged],
    summary: 'One-time links and what became of them',
  }),
  revokeLink: post(`${base}/link/revoke`, credit, {
    input: z.object({ id: id() }),
    emits: [linksChanged],
    summary: 'Makes an unused link void',
  }),
  readLink: post(`${base}/link/info`, 'public', {
    // a token belongs into no address and no log
    place: 'json',
    changes: false,
    rate: linkRate,
    input: z.object({ token: token() }),
    output: z.object({
      state: choiceOf('remotecredit:linkOutcome', linkPageStates),
      merchantName: z.string(),
      fieldName: z.string(),
      equipmentNo: z.int(),
      equipmentName: machineFields.equipmentName,
      typeName: z.string(),
      coins: z.int(),
      counted: z.int().nullable(),
      expiresAt: instant(),
      online: z.boolean(),
      /** the last try certainly added nothing: the visitor may try again */
      lastFailed: z.boolean(),
    }),
    summary: 'What a one-time link holds and how its use went',
  }),
  useLink: post(`${base}/link/use`, 'public', {
    lets: 'coins',
    repeats: { because: 'a link is used once' },
    place: 'json',
    rate: linkRate,
    input: z.object({ token: token() }),
    summary: 'Adds the coins of a one-time link to its machine, exactly once',
  }),
};
