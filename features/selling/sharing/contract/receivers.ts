import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  id,
  ids,
  instant,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  phone,
  shownPhone,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import {
  manageRight,
  receiverKind,
  receiverWay,
  sharingChanged,
  viewRight,
  wechatState,
  wechatType,
} from './shared.ts';

export const sharingBase = '/api/blade-sharing' as const;
const base = `${sharingBase}/receiver` as const;

const receiverRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  kind: receiverKind(),
  name: z.string(),
  phone: shownPhone(),
  way: receiverWay(),
  /** a franchisee's account */
  userId: z.string().nullable(),
  /** an agent's number */
  agentId: z.string().nullable(),
  wechatType: wechatType().nullable(),
  /** the first and last letters of the WeChat account */
  wechatAccount: z.string().nullable(),
  /** null where WeChat is not asked */
  wechatState: wechatState().nullable(),
  wechatReason: z.string(),
  remark: z.string(),
  /** in rules that hold today or later */
  siteCount: z.int(),
  /** kept for the receiver and not settled yet; null where the money goes elsewhere */
  balanceFen: moneyFen().nullable(),
  /** owed by the receiver after refunds */
  debtFen: moneyFen(),
});
export type ReceiverRecord = z.infer<typeof receiverRecord>;

const wechatAccountPattern = /^[A-Za-z0-9_-]{6,64}$/;

const { get, post } = callsAbout({ refreshedBy: [sharingChanged], emits: [sharingChanged] });

export const receiversContract = {
  listReceivers: get(`${base}/list`, manageRight, {
    input: pageInput({ keyword: z.string().trim().max(64).optional(), kind: receiverKind().optional() }, [
      'createdAt',
      'name',
    ]),
    output: pageOf(receiverRecord),
    summary: 'People who receive a part of the income of sites',
  }),
  readReceiver: get(`${base}/detail`, manageRight, {
    input: z.object({ id: id() }),
    output: receiverRecord.extend({
      phone: wholePhone({ because: 'it is filled into the form of the receiver', right: manageRight }),
    }),
    summary: 'One receiver',
  }),
  listCandidates: get(`${base}/candidates`, manageRight, {
    output: z.object({
      franchisees: z.array(z.object({ id: z.string(), name: z.string() })),
      agents: z.array(z.object({ id: z.string(), name: z.string() })),
      /** the platform can pay out by WeChat's profit sharing */
      wechat: z.boolean(),
    }),
    summary: 'Who can become a receiver with a wallet: own franchisees, the agents above',
  }),
  saveReceiver: post(`${base}/submit`, manageRight, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      kind: receiverKind(),
      name: text(40),
      phone: phone().or(z.literal('')).optional(),
      way: receiverWay(),
      userId: id().optional(),
      agentId: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      wechatType: wechatType().optional(),
      /** left out while editing: it stays as it is */
      wechatAccount: z
        .string()
        .trim()
        .regex(wechatAccountPattern, { error: 'sharing:error.wechatAccount' })
        .meta({ field: 'text' })
        .optional(),
      /** the real name, which WeChat compares for merchants and, where given, for people */
      wechatName: text(64).optional(),
      remark: longText(200).optional(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a receiver or changes how one is paid',
  }),
  removeReceivers: post(`${base}/remove`, manageRight, {
    input: z.object({ ids: ids() }),
    summary: 'Hides receivers that no rule names any more and to whom nothing is owed',
  }),
  registerReceiver: post(`${base}/register`, manageRight, {
    input: z.object({ id: id() }),
    output: z.object({ state: wechatState() }),
    summary: 'Asks WeChat once more to take the receiver for profit sharing',
  }),
  settleReceiver: post(`${base}/settle`, manageRight, {
    lets: 'money',
    books: 'money',
    repeats: 'recognised',
    place: 'json',
    input: z.object({
      receiverId: id(),
      amountFen: moneyFen(1),
      note: text(100),
      /** made by the page once per intent */
      requestId: id(),
    }),
    output: z.object({ id: z.string() }),
    summary:
      'Records that a receiver without a wallet was paid by hand; the amount goes back to the merchant',
  }),
  listOwnReceivers: get(`${base}/own`, viewRight, {
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: receiverKind(),
        merchantName: z.string(),
      }),
    ),
    summary: 'Receivers whose statements the caller may read',
  }),
};
