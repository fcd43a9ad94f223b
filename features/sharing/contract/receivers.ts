import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  done,
  empty,
  id,
  ids,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  phone,
  text,
} from '#kit/contract/schemas.ts';
import { manageRight, receiverKinds, receiverWays, viewRight, wechatStates, wechatTypes } from './shared.ts';

export const sharingBase = '/api/blade-sharing' as const;
const base = `${sharingBase}/receiver` as const;

const receiverRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  kind: z.enum(receiverKinds),
  name: z.string(),
  phone: z.string(),
  way: z.enum(receiverWays),
  /** a franchisee's account */
  userId: z.string().nullable(),
  /** an agent's number */
  agentId: z.string().nullable(),
  wechatType: z.enum(wechatTypes).nullable(),
  /** the first and last letters of the WeChat account */
  wechatAccount: z.string().nullable(),
  wechatState: z.enum(wechatStates),
  wechatReason: z.string(),
  remark: z.string(),
  /** in rules that hold today or later */
  siteCount: z.int(),
  /** kept for the receiver and not settled yet; null where the money goes elsewhere */
  balanceFen: z.int().nullable(),
  /** owed by the receiver after refunds */
  debtFen: z.int(),
});
export type ReceiverRecord = z.infer<typeof receiverRecord>;

const wechatAccountPattern = /^[A-Za-z0-9_-]{6,64}$/;

export const receiversContract = {
  listReceivers: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: manageRight,
    input: pageInput(
      { keyword: z.string().trim().max(64).optional(), kind: z.enum(receiverKinds).optional() },
      ['createdAt', 'name'],
    ),
    output: pageOf(receiverRecord),
    summary: 'People who receive a part of the income of sites',
  }),
  readReceiver: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: manageRight,
    input: z.object({ id: id() }),
    output: receiverRecord,
    summary: 'One receiver',
  }),
  listCandidates: defineEndpoint({
    method: 'GET',
    path: `${base}/candidates`,
    access: manageRight,
    input: empty(),
    output: z.object({
      franchisees: z.array(z.object({ id: z.string(), name: z.string() })),
      agents: z.array(z.object({ id: z.string(), name: z.string() })),
      /** the platform can pay out by WeChat's profit sharing */
      wechat: z.boolean(),
    }),
    summary: 'Who can become a receiver with a wallet: own franchisees, the agents above',
  }),
  saveReceiver: defineEndpoint({
    method: 'POST',
    path: `${base}/submit`,
    access: manageRight,
    place: 'json',
    input: z.object({
      id: id().optional(),
      kind: z.enum(receiverKinds).meta({ field: 'choice' }),
      name: text(40),
      phone: phone().or(z.literal('')).optional(),
      way: z.enum(receiverWays).meta({ field: 'choice' }),
      userId: id().optional(),
      agentId: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      wechatType: z.enum(wechatTypes).meta({ field: 'choice' }).optional(),
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
  removeReceivers: defineEndpoint({
    method: 'POST',
    path: `${base}/remove`,
    access: manageRight,
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Hides receivers that no rule names any more and to whom nothing is owed',
  }),
  registerReceiver: defineEndpoint({
    method: 'POST',
    path: `${base}/register`,
    access: manageRight,
    input: z.object({ id: id() }),
    output: z.object({ state: z.enum(wechatStates) }),
    summary: 'Asks WeChat once more to take the receiver for profit sharing',
  }),
  settleReceiver: defineEndpoint({
    method: 'POST',
    path: `${base}/settle`,
    access: manageRight,
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
  listOwnReceivers: defineEndpoint({
    method: 'GET',
    path: `${base}/own`,
    access: viewRight,
    input: empty(),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(receiverKinds),
        merchantName: z.string(),
      }),
    ),
    summary: 'Receivers whose statements the caller may read',
  }),
};
