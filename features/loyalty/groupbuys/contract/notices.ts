import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';
import { base } from './kinds.ts';

const json = (says: string, schema: z.ZodType = z.looseObject({})) => ({
  says,
  type: 'application/json',
  schema,
});

/** Where the platforms call and lead to (`dealPaths` of providers/deal-platform.ts names the same addresses). */
export const groupBuyNotices: readonly ForeignCall[] = [
  {
    name: 'meituanReturn',
    method: 'GET',
    path: `${base}/meituan/return`,
    summary: 'Meituan sends the merchant’s browser back with its answer; it goes on to the page of stores',
    caller: 'the browser of a merchant, by the state that was made for whoever began',
    query: z.looseObject({ code: z.string().optional(), state: z.string().optional() }),
    answers: { 302: { says: 'To the page, which shows how it went' } },
  },
  {
    name: 'douyinNotice',
    method: 'POST',
    path: `${base}/douyin/notice`,
    summary: 'Douyin tells of an authorisation, a verification, a cancellation or a refund',
    caller: 'Douyin, by its signature over the body (`X-Douyin-Signature`)',
    takes: {
      type: 'application/json',
      schema: z.looseObject({ event: z.string(), client_key: z.string() }),
    },
    answers: {
      200: json('Written down; or the challenge, when the address is tried'),
      400: json('Not in Douyin’s words, or for another app'),
      401: json('The signature is not Douyin’s'),
      404: json('Douyin is not configured'),
      500: json('Not written down: Douyin says it again'),
    },
  },
];
