import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';

const answers: ForeignCall['answers'] = {
  200: {
    says: 'Whether it may',
    type: 'application/json',
    schema: z.object({ result: z.enum(['allow', 'deny']) }),
  },
  403: { says: 'Not the token of this broker', type: 'application/json', schema: z.looseObject({}) },
};
const caller =
  'an MQTT broker such as EMQX, by `Authorization: Bearer <BROKER_HOOK_TOKEN>`; not there without that setting';

/** What a broker of the operator's own asks over HTTP. */
export const brokerQuestions: readonly ForeignCall[] = [
  {
    name: 'brokerAuthenticate',
    method: 'POST',
    path: '/api/devices/broker/authenticate',
    summary: 'May this client log in at the broker',
    caller,
    takes: {
      type: 'application/json',
      schema: z.object({
        clientid: z.string(),
        username: z.string(),
        password: z.string(),
        peerhost: z.string().optional(),
      }),
    },
    answers,
  },
  {
    name: 'brokerAuthorize',
    method: 'POST',
    path: '/api/devices/broker/authorize',
    summary: 'May this client publish to or read this topic',
    caller,
    takes: {
      type: 'application/json',
      schema: z.object({
        username: z.string(),
        action: z.enum(['publish', 'subscribe']),
        topic: z.string(),
        peerhost: z.string().optional(),
      }),
    },
    answers,
  },
];
