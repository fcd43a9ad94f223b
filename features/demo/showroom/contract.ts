import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { instant, wholePhone } from '#kit/contract/schemas.ts';
import { windowContract } from './contract/window.ts';

export type { MachineAct, Scene } from './contract/window.ts';

const textMessage = z.object({
  way: z.literal('sms'),
  id: z.string(),
  /** of invented people */
  phone: wholePhone('published'),
  signName: z.string(),
  templateCode: z.string(),
  /** what the template is filled with; a code message has `code` */
  params: z.record(z.string(), z.string()),
  sentAt: instant('second'),
});

const wechatMessage = z.object({
  way: z.literal('wechat'),
  id: z.string(),
  /** of the person who got it at the simulated WeChat */
  name: z.string(),
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** the page it opens */
  url: z.string(),
  sentAt: instant('second'),
});

export const outboxMessage = z.discriminatedUnion('way', [textMessage, wechatMessage]);
export type OutboxMessage = z.infer<typeof outboxMessage>;

export const outboxContract = {
  outbox: get('/api/demo/outbox', 'public', {
    onlyDemo: true,
    summary:
      'Messages of the simulated SMS platform and the simulated WeChat, newest first; for who is logged in, or calls from the same machine',
    rate: { max: 240, windowSeconds: 60 },
    output: z.array(outboxMessage),
  }),
};

export const showroomContract = { ...outboxContract, ...windowContract };
