import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { amountOf, day, id, instant } from '#kit/contract/schemas.ts';
import {
  base,
  claimState,
  ownPacketChanged,
  packetUnit,
  pageState,
  redPacketsChanged,
  target,
} from './kinds.ts';

const token = () => z.string().regex(/^[\w-]{16}$/);

const ownClaim = z.object({
  unit: packetUnit(),
  amount: amountOf('unit'),
  state: claimState(),
  createdAt: instant(),
  fieldName: z.string(),
  /** while WeChat waits for the player's yes: for WeChat's own page */
  confirm: z.object({ mchId: z.string(), appId: z.string(), package: z.string() }).nullable(),
});
export type OwnClaim = z.infer<typeof ownClaim>;

const packetPage = z.object({
  state: pageState(),
  name: z.string(),
  merchantName: z.string(),
  target: target(),
  unit: packetUnit(),
  fromDay: day(),
  untilDay: day(),
  /** who may open one, in the caller's language */
  audienceText: z.string(),
  /** where it can be opened; for coins and balance it is where they can be spent */
  fields: z.array(z.object({ fieldId: z.string(), fieldName: z.string() })),
  claim: ownClaim.nullable(),
});
export type PacketPage = z.infer<typeof packetPage>;

export const ownCalls = {
  readPacket: get(`${base}/player/packet`, 'player', {
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ token: token() }),
    output: packetPage,
    refreshedBy: [ownPacketChanged],
    summary: 'The packet behind a link: whether the player may open it, or what came of it',
  }),
  meetPackets: post(`${base}/player/meet`, 'player', {
    rate: { max: 120, windowSeconds: 60 },
    input: z.object({ token: token().optional(), fieldId: id().optional() }),
    output: z.array(z.object({ token: z.string(), name: z.string(), target: target() })),
    summary:
      'The player came upon packets, by a link or at a shop: says which there are, and counts who was shown one',
  }),
  openPacket: post(`${base}/player/open`, 'player', {
    rate: { max: 60, windowSeconds: 60 },
    lets: 'money',
    books: 'money',
    input: z.object({ token: token(), fieldId: id() }),
    output: ownClaim,
    emits: [redPacketsChanged],
    summary: 'Opens the packet: once for a person and phone, as long as there are some',
  }),
};
