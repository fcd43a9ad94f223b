import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  basisPoints,
  choiceOf,
  done,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { adjustmentChanged, policyChanged, walletChanged } from './events.ts';
import { adjustmentStates, decide, highestBasisPoints, requestId, tenantNumber } from './shared.ts';

const state = () =>
  choiceOf('wallet:adjustment', adjustmentStates, { waiting: 'waiting', done: 'good', refused: 'quiet' });

const base = '/api/blade-wallet/platform' as const;

export const platformContract = {
  savePolicy: defineEndpoint({
    method: 'POST',
    path: `${base}/policy`,
    access: decide,
    input: z.object({
      minimumFen: moneyFen(1),
      dailyCount: int(1, 100),
      dailyFen: moneyFen(1),
      wechatMaximumFen: moneyFen(1),
      bankFeeBasisPoints: basisPoints(highestBasisPoints),
      bankFeeMinimumFen: moneyFen(0),
      wechatFeeBasisPoints: basisPoints(highestBasisPoints),
      wechatFeeMinimumFen: moneyFen(0),
      secondPersonAboveFen: moneyFen(0),
      verifiedAboveFen: moneyFen(0),
      depositFen: moneyFen(0),
    }),
    output: done(),
    emits: [policyChanged],
    summary: 'Sets fees and limits of withdrawals and the deposit',
  }),
  adjustMoney: defineEndpoint({
    method: 'POST',
    path: '/updateDeductMoneyForUserMoney',
    access: decide,
    input: z.object({
      tenantId: tenantNumber(),
      direction: choiceOf('wallet:adjustment', ['deduct', 'return']),
      amountFen: moneyFen(1),
      reason: text(200),
      requestId: requestId(),
    }),
    output: z.object({ id: z.string(), state: state() }),
    emits: [adjustmentChanged, walletChanged],
    summary: 'Takes money from an organisation or gives it back, with reason; never below zero',
  }),
  listAdjustments: defineEndpoint({
    method: 'GET',
    path: `${base}/adjustments`,
    access: decide,
    input: pageInput({ state: state().optional(), tenantId: tenantNumber().optional() }, [
      'createdAt',
      'amountFen',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: instant(),
        tenantId: z.string(),
        tenantName: z.string(),
        amountFen: signedFen(),
        reason: z.string(),
        state: state(),
        askedByName: z.string(),
        askedByMe: z.boolean(),
        decidedByName: z.string(),
        decidedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [adjustmentChanged],
    summary: 'Money taken from and given to organisations',
  }),
  decideAdjustment: defineEndpoint({
    method: 'POST',
    path: `${base}/adjustments/decide`,
    access: decide,
    input: z.object({ id: id(), approve: z.boolean() }),
    output: z.object({ state: state() }),
    emits: [adjustmentChanged, walletChanged],
    summary: 'The second person’s word on a large adjustment',
  }),
  listOrganisations: defineEndpoint({
    method: 'GET',
    path: `${base}/organisations`,
    access: decide,
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(z.object({ id: z.string(), name: z.string(), availableFen: moneyFen() })),
    refreshedBy: [walletChanged],
    summary: 'Organisations to choose from',
  }),
};
