import { z } from 'zod';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import { callPlatform } from '../deal-http.ts';
import { type DealOutcome, type DealReach, done, limited, refused, unknown } from '../deal-platform.ts';
import { verdictOf } from '../deal-refusals.ts';
import { signOf } from './signing.ts';

export interface MeituanApp {
  developerId: string;
  signKey: string;
  baseUrl: string;
  timeoutMs: number;
  clock: Clock;
}

/** 服务零售: its stores, and the customer (the account) that has them. */
export const businessIds = { store: '58', account: '59' } as const satisfies Record<DealReach, string>;

export const paths = {
  token: '/oauth/token',
  refresh: '/oauth/refresh',
  prepare: '/ddzh/tuangou/receipt/prepare',
  consume: '/ddzh/tuangou/receipt/consume',
  reverse: '/ddzh/tuangou/receipt/reverseconsume',
  consumed: '/ddzh/tuangou/receipt/getconsumed',
  records: '/ddzh/tuangou/receipt/querylistbydate',
  deals: '/ddzh/tuangou/deal/queryshopdeal',
  stores: '/ddzhkh/auth/token/pageQueryPoiList',
} as const;

/** Meituan publishes no list of codes for these calls: what a refusal means is read from its words. */
const verdicts = {
  OP_SYSTEM_ERROR: 'busy',
  OP_FREQUENCY_LIMIT: 'often',
  OP_TOKEN_INVALID: 'notAuthorised',
} as const;

const successes: ReadonlySet<string> = new Set(['OP_SUCCESS', '0']);
const envelope = z.object({
  code: z.union([z.string(), z.number()]).transform(String),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
});
const retryMs = 5 * secondMs;

export interface MeituanCall {
  path: string;
  reach: DealReach;
  /** of the merchant; absent: the call that gets it */
  token?: string;
  biz?: object;
  /** beside the common ones */
  fields?: Record<string, string>;
}

export function createApi({ developerId, signKey, baseUrl, timeoutMs, clock }: MeituanApp) {
  return async function call<Schema extends z.ZodType>(
    { path, reach, token, biz, fields }: MeituanCall,
    schema: Schema,
  ): Promise<DealOutcome<z.output<Schema>>> {
    const params: Record<string, string> = {
      developerId,
      businessId: businessIds[reach],
      timestamp: String(Math.floor(clock.now().getTime() / secondMs)),
      charset: 'UTF-8',
      ...(token !== undefined && { version: '2', appAuthToken: token }),
      ...(biz && { biz: JSON.stringify(biz) }),
      ...fields,
    };
    const answer = await callPlatform({
      url: new URL(path, baseUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams({ ...params, sign: signOf(signKey, params) }).toString(),
      timeoutMs,
    });
    if (answer.kind !== 'done') return answer;
    const said = envelope.safeParse(answer.value);
    if (!said.success) return unknown('unclear answer of Meituan');
    const { code, msg, data } = said.data;
    if (!successes.has(code)) return refusalOf(code, msg ?? '');
    const value = schema.safeParse(data);
    return value.success ? done(value.data) : unknown('unclear answer of Meituan');
  };
}

export type Api = ReturnType<typeof createApi>;

function refusalOf(code: string, text: string): DealOutcome<never> {
  const verdict = verdictOf(verdicts, code, text);
  if (verdict === 'busy') return unknown(`Meituan answers ${code}`);
  if (verdict === 'often') return limited(retryMs);
  return refused(verdict, code, text);
}
