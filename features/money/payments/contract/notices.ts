import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';

const wechatAnswer = z.object({ code: z.enum(['SUCCESS', 'FAIL']), message: z.string() });
const wechat = (says: string) => ({ says, type: 'application/json', schema: wechatAnswer });
const alipay = (says: string) => ({ says, type: 'text/plain', schema: z.enum(['success', 'failure']) });

const told = {
  taken: 'Written down; the platform need not say it again',
  refused: 'Not for us, or it says something else than the platform does when asked',
  forged: 'The signature is not the platform’s',
  unknown: 'This platform is not configured',
  failed: 'Not written down: the platform says it again',
};
const answersBy = (say: typeof wechat | typeof alipay): ForeignCall['answers'] => ({
  200: say(told.taken),
  400: say(told.refused),
  401: say(told.forged),
  404: say(told.unknown),
  500: say(told.failed),
  503: say(told.failed),
});

/** What payment platforms call, in their own words and signed by them. */
export const paymentNotices: readonly ForeignCall[] = [
  {
    name: 'wechatNotice',
    method: 'POST',
    path: '/api/pay/notify/wechat',
    summary: 'WeChat Pay tells of a payment, a refund or a transfer',
    caller: 'WeChat Pay, by its signature over the body (`Wechatpay-Signature`)',
    takes: {
      type: 'application/json',
      schema: z.looseObject({
        id: z.string(),
        event_type: z.string(),
        resource: z.looseObject({ ciphertext: z.string(), nonce: z.string() }),
      }),
    },
    answers: answersBy(wechat),
  },
  {
    name: 'alipayNotice',
    method: 'POST',
    path: '/api/pay/notify/alipay',
    summary: 'Alipay tells of a payment, a refund or a transfer',
    caller: 'Alipay, by the field `sign` of the form',
    takes: {
      type: 'application/x-www-form-urlencoded',
      schema: z.looseObject({ sign: z.string(), sign_type: z.string() }),
    },
    answers: answersBy(alipay),
  },
];
