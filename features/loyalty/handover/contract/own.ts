import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { id, instant, moneyFen, picture, text, wholePhone } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { handoverKind, handoverState, handoverWay } from './kinds.ts';
import { base } from './staff.ts';

export const ownFields = {
  id: z.string(),
  createdAt: instant(),
  number: z.string(),
  kind: handoverKind(),
  merchantName: z.string(),
  ...siteFields,
  way: handoverWay(),
  state: handoverState(),
  goods: z.string(),
  picture: picture().nullable(),
  /** in words: 300 points + ¥5.00 */
  price: z.string(),
  waitsUntil: instant().nullable(),
  /** of the part that is money */
  orderNumber: z.string().nullable(),
};

const goodsLine = z.object({
  variantId: z.string(),
  goodId: z.string(),
  name: z.string(),
  /** which one of it; empty where there is only one */
  variantName: z.string(),
  picture: picture().nullable(),
  /** of one piece, in words */
  price: z.string(),
  unitFen: moneyFen(),
  pieces: z.int(),
  amountFen: moneyFen(),
});

export const ownCalls = {
  readOwnHandover: get(`${base}/player/order`, 'player', {
    /** by its own id, or by the number of the order that paid for it */
    input: z.object({ id: id().optional(), orderNumber: text(20).optional() }),
    output: z.object({
      ...ownFields,
      lines: z.array(goodsLine),
      /** shown as QR; null unless it waits to be fetched */
      code: z.string().nullable(),
      /** where it is handed out */
      counter: z.object({
        name: z.string(),
        address: z.string(),
        contactNumber: wholePhone('published').nullable(),
      }),
      receiver: z.string(),
      phone: wholePhone('own'),
      address: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      reason: z.string(),
      handedAt: instant().nullable(),
      endedAt: instant().nullable(),
      cancellable: z.boolean(),
    }),
    summary: 'Goods of the player, exchanged or bought: the pick-up code, or where they are sent',
  }),
  cancelOwn: post(`${base}/player/cancel`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    lets: 'money',
    books: 'money',
    input: z.object({ id: id() }),
    summary: 'The player gives an exchange up of which nothing has left yet: all that was paid goes back',
  }),
};
