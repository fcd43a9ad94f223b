import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  basisPoints,
  choiceOf,
  flagOf,
  instant,
  pageInput,
  pageOf,
  ratio,
  text,
} from '#kit/contract/schemas.ts';
import { ratesChanged } from './events.ts';
import { highestBasisPoints, rate, ratedPayWay, rates, tenantNumber, view } from './shared.ts';

const base = '/api/blade-wallet/rate' as const;

export const ratesContract = {
  readRates: get(`${base}/current`, view, {
    output: z.object({
      rates: z.array(
        rate.extend({
          /** null: the usual rate, set by nobody */
          since: instant().nullable(),
        }),
      ),
      /** the agent above; null: the platform */
      setter: z.string().nullable(),
    }),
    refreshedBy: [ratesChanged],
    summary: 'What the caller’s organisation pays on each pay way, and who sets it',
  }),
  listRates: get(`${base}/list`, rates, {
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(
      z.object({
        tenantId: z.string(),
        name: z.string(),
        realm: choiceOf('wallet:holder', ['agent', 'merchant']),
        wechatBasisPoints: ratio(),
        alipayBasisPoints: ratio(),
        /** set by nobody yet */
        usual: flagOf('wallet:usual', { yes: 'quiet', no: 'info' }),
      }),
    ).extend({
      /** what the caller pays itself: nobody below may pay less */
      ownWechatBasisPoints: ratio(),
      ownAlipayBasisPoints: ratio(),
    }),
    refreshedBy: [ratesChanged],
    summary: 'The organisations directly below the caller and what they pay',
  }),
  listRateVersions: get(`${base}/versions`, rates, {
    input: z.object({ tenantId: tenantNumber() }),
    output: z.array(
      z.object({
        payWay: ratedPayWay(),
        version: z.int(),
        basisPoints: ratio(),
        effectiveFrom: instant(),
        setByName: z.string(),
      }),
    ),
    refreshedBy: [ratesChanged],
    summary: 'Every rate an organisation ever had, newest first',
  }),
  setRates: post('/updateByUserExchangRate', rates, {
    input: z.object({
      tenantId: tenantNumber(),
      wechatBasisPoints: basisPoints(highestBasisPoints),
      alipayBasisPoints: basisPoints(highestBasisPoints),
    }),
    emits: [ratesChanged],
    summary: 'Sets what an organisation directly below pays: not less than the caller pays, at most 10 %',
  }),
};
