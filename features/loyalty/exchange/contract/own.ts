import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  done,
  empty,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { exchangeState, exchangeWay, mostPieces } from './kinds.ts';
import { base } from './orders.ts';

const rate = { max: 240, windowSeconds: 60 };
const mostShown = 1_000_000_000;
const seldom = { max: 30, windowSeconds: 60 };

const goodFields = {
  goodId: z.string(),
  name: z.string(),
  picture: picture().nullable(),
  /** in words: 300 points + ¥5.00 */
  price: z.string(),
  free: z.int(),
};
/** Together, for all pieces. */
const shownPrice = { points: int(0, mostShown), tickets: int(0, mostShown), amountFen: moneyFen(0) };

const storeGood = z.object(goodFields);
export type StoreGood = z.infer<typeof storeGood>;

const ownFields = {
  id: z.string(),
  createdAt: instant(),
  number: z.string(),
  merchantName: z.string(),
  ...siteFields,
  way: exchangeWay(),
  state: exchangeState(),
  goods: z.string(),
  picture: picture().nullable(),
  price: z.string(),
  waitsUntil: instant().nullable(),
};
const ownExchange = z.object(ownFields);
export type OwnExchange = z.infer<typeof ownExchange>;

/** What the shop asks for at the counter; the phone answers. */
const wish = z.object({
  ...ownFields,
  /** the payment password has to be typed with the yes */
  needsPassword: z.boolean(),
});
export type CounterWish = z.infer<typeof wish>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));

export const ownCalls = {
  readExchangeStore: defineEndpoint({
    method: 'GET',
    path: `${base}/player/store`,
    // what there is to have is no secret; who is logged in sees what there is to pay with
    access: 'public',
    rate,
    input: z.object({ fieldId: id() }),
    output: z.object({
      ...siteFields,
      merchantName: z.string(),
      open: z.boolean(),
      rules: z.string(),
      banner: picture().nullable(),
      pickupDays: z.int(),
      shipping: z.boolean(),
      categories: named,
      groups: named,
      /** of the player at this shop; null: nobody is logged in */
      own: z
        .object({
          points: z.int(),
          tickets: z.int(),
          balanceFen: moneyFen(),
          /** what is to be fetched first, before it goes back */
          waiting: z.object({ id: z.string(), goods: z.string(), waitsUntil: instant() }).nullable(),
        })
        .nullable(),
    }),
    summary: 'The points store of a shop: whether it is open, its rules, what the player has there',
  }),
  listStoreGoods: defineEndpoint({
    method: 'GET',
    path: `${base}/player/goods`,
    access: 'public',
    rate,
    input: pageInput({ fieldId: id(), categoryId: id().optional(), groupId: id().optional() }, ['createdAt']),
    output: pageOf(storeGood),
    summary: 'Goods on the shelf that a shop hands out; what is sold out comes last',
  }),
  readStoreGood: defineEndpoint({
    method: 'GET',
    path: `${base}/player/good`,
    access: 'public',
    rate,
    input: z.object({ fieldId: id(), goodId: id() }),
    output: z.object({
      ...goodFields,
      pictures: z.array(z.string()),
      description: z.string(),
      pricePoints: z.int(),
      priceTickets: z.int(),
      priceFen: moneyFen(),
      perPlayer: z.int().nullable(),
      perPlayerDay: z.int().nullable(),
      perDay: z.int().nullable(),
      /** how many the player may still have; null: no limit */
      left: z.int().nullable(),
      variants: z.array(z.object({ variantId: z.string(), name: z.string(), free: z.int() })),
    }),
    summary: 'One good as a shop hands it out, and how many of it the player may still have',
  }),
  priceExchange: defineEndpoint({
    method: 'GET',
    path: `${base}/player/price`,
    access: 'player',
    rate,
    input: z.object({ fieldId: id(), variantId: id(), pieces: int(1, mostPieces) }),
    output: z.object({
      price: z.string(),
      /** what the exchange is called with: where it costs something else by then, nothing is exchanged */
      ...shownPrice,
      /** why it can not be had, in the caller's language */
      refusal: z.string().nullable(),
    }),
    summary: 'What so many pieces cost together, and whether the player can have them',
  }),
  exchangeGoods: defineEndpoint({
    method: 'POST',
    path: `${base}/player/exchange`,
    access: 'player',
    rate: seldom,
    lets: 'goods',
    books: 'money',
    input: z.object({
      requestId: id(),
      fieldId: id(),
      variantId: id(),
      pieces: int(1, mostPieces),
      way: choiceOf('exchange:way', ['pickup', 'ship']),
      /** what the player was shown; staff may have set another price since */
      ...shownPrice,
      /** where it is sent, one of the player's own; none for a pick-up */
      addressId: id().optional(),
    }),
    output: z.object({ id: z.string(), number: z.string() }),
    summary: 'Exchanges points, tickets and balance for pieces of a good: to be fetched, or sent',
  }),
  listOwnExchanges: defineEndpoint({
    method: 'GET',
    path: `${base}/player/orders`,
    access: 'player',
    input: pageInput({}, ['createdAt']),
    output: pageOf(ownExchange),
    summary: 'What the player exchanged, at whichever shop',
  }),
  readOwnExchange: defineEndpoint({
    method: 'GET',
    path: `${base}/player/order`,
    access: 'player',
    input: z.object({ id: id() }),
    output: ownExchange.extend({
      /** shown as QR; null unless it waits to be fetched */
      code: z.string().nullable(),
      receiver: z.string(),
      phone: wholePhone('own'),
      address: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      reason: z.string(),
      endedAt: instant().nullable(),
      cancellable: z.boolean(),
    }),
    summary: 'One exchange of the player: its pick-up code, or where it is sent',
  }),
  cancelOwnExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/player/cancel`,
    access: 'player',
    rate: seldom,
    lets: 'money',
    books: 'money',
    input: z.object({ id: id() }),
    output: done(),
    summary: 'The player gives an exchange up of which nothing has left yet: all that was paid goes back',
  }),
  readCounterWish: defineEndpoint({
    method: 'GET',
    path: `${base}/player/asked`,
    access: 'player',
    input: empty(),
    output: z.object({ wish: wish.nullable() }),
    summary: 'What a shop handed the player at the counter a moment ago, or asks for now',
  }),
  confirmExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/player/confirm`,
    access: 'player',
    rate: seldom,
    repeats: { because: 'an exchange is paid once: who says it again hears that it is' },
    lets: 'goods',
    books: 'money',
    input: z.object({
      id: id(),
      password: z
        .string()
        .regex(/^\d{6}$/, { error: 'program:error.sixDigits' })
        .optional(),
    }),
    output: done(),
    summary: 'The player agrees to what the counter asks for: it is paid and handed out',
  }),
  refuseExchange: defineEndpoint({
    method: 'POST',
    path: `${base}/player/refuse`,
    access: 'player',
    rate: seldom,
    input: z.object({ id: id() }),
    output: done(),
    summary: 'The player does not agree to what the counter asks for',
  }),
};
