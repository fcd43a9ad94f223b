import { z } from 'zod';
import { chosenWay, goodsPayWay, mostPieces, ownFields } from '#features/loyalty/handover/contract.ts';
import { preparedOrder } from '#features/selling/orders/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { id, instant, int, moneyFen, pageInput, pageOf, picture } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { base } from './kinds.ts';

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

const ownExchange = z.object(ownFields);

/** What the shop asks for at the counter; the phone answers. */
const wish = z.object({
  ...ownFields,
  /** the payment password has to be typed with the yes: for the points, and where balance pays the money */
  needsPassword: z.boolean(),
  balanceNeedsPassword: z.boolean(),
  /** for the part that is money; the first is the usual one */
  payWays: z.array(goodsPayWay()),
  balanceFen: moneyFen(),
});
export type CounterWish = z.infer<typeof wish>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));

export const ownCalls = {
  // what there is to have is no secret; who is logged in sees what there is to pay with
  readExchangeStore: get(`${base}/player/store`, 'public', {
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
  listStoreGoods: get(`${base}/player/goods`, 'public', {
    rate,
    input: pageInput({ fieldId: id(), categoryId: id().optional(), groupId: id().optional() }, ['createdAt']),
    output: pageOf(storeGood),
    summary: 'Goods on the shelf that a shop hands out; what is sold out comes last',
  }),
  readStoreGood: get(`${base}/player/good`, 'public', {
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
  priceExchange: get(`${base}/player/price`, 'player', {
    rate,
    input: z.object({ fieldId: id(), variantId: id(), pieces: int(1, mostPieces) }),
    output: z.object({
      price: z.string(),
      /** what the exchange is called with: where it costs something else by then, nothing is exchanged */
      ...shownPrice,
      balanceFen: moneyFen(),
      /** for the part that is money; the first is the usual one, none: nothing can be paid there */
      payWays: z.array(goodsPayWay()),
      /** why it can not be had, in the caller's language */
      refusal: z.string().nullable(),
    }),
    summary: 'What so many pieces cost together, and whether the player can have them',
  }),
  exchangeGoods: post(`${base}/player/exchange`, 'player', {
    rate: seldom,
    lets: 'goods',
    books: 'money',
    input: z.object({
      requestId: id(),
      fieldId: id(),
      variantId: id(),
      pieces: int(1, mostPieces),
      way: chosenWay(),
      /** what the player was shown; staff may have set another price since */
      ...shownPrice,
      /** where it is sent, one of the player's own; none for a pick-up */
      addressId: id().optional(),
      /** of the part that is money; balance where it is not said */
      payWay: goodsPayWay().optional(),
    }),
    output: z.object({
      id: z.string(),
      number: z.string(),
      /** to be paid and followed like any order; null: it costs no money */
      order: preparedOrder.nullable(),
    }),
    summary: 'Exchanges points, tickets and money for pieces of a good: to be fetched, or sent',
  }),
  listOwnExchanges: get(`${base}/player/orders`, 'player', {
    input: pageInput({}, ['createdAt']),
    output: pageOf(ownExchange),
    summary: 'What the player exchanged, at whichever shop',
  }),
  readCounterWish: get(`${base}/player/asked`, 'player', {
    output: z.object({ wish: wish.nullable() }),
    summary: 'What a shop handed the player at the counter a moment ago, or asks for now',
  }),
  confirmExchange: post(`${base}/player/confirm`, 'player', {
    rate: seldom,
    repeats: { because: 'an exchange is paid once: who says it again hears that it is' },
    lets: 'goods',
    books: 'money',
    input: z.object({
      id: id(),
      password: z
        .string()
        .regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' })
        .optional(),
      /** of the part that is money; balance where it is not said */
      payWay: goodsPayWay().optional(),
    }),
    output: z.object({ order: preparedOrder.nullable() }),
    summary: 'The player agrees to what the counter asks for: it is handed out when it is paid',
  }),
  refuseExchange: post(`${base}/player/refuse`, 'player', {
    rate: seldom,
    input: z.object({ id: id() }),
    summary: 'The player does not agree to what the counter asks for',
  }),
};
