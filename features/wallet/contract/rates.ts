import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { basisPoints, done, empty, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { highestBasisPoints, ratedPayWays, rates, tenantNumber, view } from './shared.ts';

const base = '/api/blade-wallet/rate' as const;

export const ratesContract = {
  readRates: defineEndpoint({
    method: 'GET',
    path: `${base}/current`,
    access: view,
    input: empty(),
    output: z.object({
      rates: z.array(
        z.object({
          payWay: z.enum(ratedPayWays),
          basisPoints: z.int(),
          /** null: the usual rate, set by nobody */
          since: z.string().nullable(),
        }),
      ),
      /** the agent above; null: the platform */
      setter: z.string().nullable(),
    }),
    summary: 'What the caller’s organisation pays on each pay way, and who sets it',
  }),
  listRates: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: rates,
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(
      z.object({
        tenantId: z.string(),
        name: z.string(),
        realm: z.enum(['agent', 'merchant']),
        wechatBasisPoints: z.int(),
        alipayBasisPoints: z.int(),
        /** set by nobody yet */
        usual: z.boolean(),
      }),
    ).extend({
      /** what the caller pays itself: nobody below may pay less */
      ownWechatBasisPoints: z.int(),
      ownAlipayBasisPoints: z.int(),
    }),
    summary: 'The organisations directly below the caller and what they pay',
  }),
  listRateVersions: defineEndpoint({
    method: 'GET',
    path: `${base}/versions`,
    access: rates,
    input: z.object({ tenantId: tenantNumber() }),
    output: z.array(
      z.object({
        payWay: z.enum(ratedPayWays),
        version: z.int(),
        basisPoints: z.int(),
        effectiveFrom: z.string(),
        setByName: z.string(),
      }),
    ),
    summary: 'Every rate an organisation ever had, newest first',
  }),
  setRates: defineEndpoint({
    method: 'POST',
    path: '/updateByUserExchangRate',
    access: rates,
    input: z.object({
      tenantId: tenantNumber(),
      wechatBasisPoints: basisPoints(highestBasisPoints),
      alipayBasisPoints: basisPoints(highestBasisPoints),
    }),
    output: done(),
    summary: 'Sets what an organisation directly below pays: not less than the caller pays, at most 10 %',
  }),
};
