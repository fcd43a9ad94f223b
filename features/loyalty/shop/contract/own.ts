import { z } from 'zod';
import {
  chosenWay,
  goodsPayWay,
  mostPieces,
  ownHandoverChanged,
} from '#features/loyalty/handover/contract.ts';
import { preparedOrder } from '#features/selling/orders/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  id,
  int,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  signedFen,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { base } from './kinds.ts';

const rate = { max: 240, windowSeconds: 60 };

const shelfGood = z.object({
  goodId: z.string(),
  name: z.string(),
  picture: picture().nullable(),
  priceFen: moneyFen(),
  /** the same in words, as the shelf shows it */
  price: z.string(),
  /** pieces that can be had there now */
  free: z.int(),
});
export type ShelfGood = z.infer<typeof shelfGood>;

const goodsLine = z.object({
  variantId: z.string(),
  goodId: z.string(),
  name: z.string(),
  /** which one of it; empty where there is only one */
  variantName: z.string(),
  picture: picture().nullable(),
  unitFen: moneyFen(),
  pieces: z.int(),
  amountFen: moneyFen(),
});
export type GoodsLine = z.infer<typeof goodsLine>;

const cartLine = goodsLine.extend({
  free: z.int(),
  /** why it can not be bought as it stands, in the caller's language */
  problem: z.string().nullable(),
});
export type CartLine = z.infer<typeof cartLine>;

/** How the price comes about; of lines without a problem. */
const priceFields = {
  priceLines: z.array(z.object({ text: z.string(), amountFen: signedFen() })),
  totalFen: moneyFen(),
};

const place = { fieldName: z.string(), open: z.boolean() };

/** One thing bought at once; both absent: all that is in the cart. */
const direct = { variantId: id().optional(), pieces: int(1, mostPieces).optional() };

const receiver = z.object({
  name: z.string(),
  phone: wholePhone('own'),
  region: z.string(),
  street: z.string(),
});

const named = z.array(z.object({ id: z.string(), name: z.string() }));

export const ownCalls = {
  readShelf: get(`${base}/player/shelf`, 'public', {
    rate,
    input: z.object({ fieldId: id() }),
    output: z.object({ ...place, categories: named, groups: named }),
    summary: 'A shop that sells goods for money, and the categories and groups it has some of',
  }),
  listShelf: get(`${base}/player/goodsList`, 'public', {
    rate,
    input: pageInput({ fieldId: id(), categoryId: id().optional(), groupId: id().optional() }, ['createdAt']),
    output: pageOf(shelfGood),
    summary: 'Goods that a shop sells for money, what is sold out last',
  }),
  readShelfGood: get(`${base}/player/goodsDetail`, 'public', {
    rate,
    input: z.object({ fieldId: id(), goodId: id() }),
    output: z.object({
      ...shelfGood.shape,
      ...place,
      pictures: z.array(picture()),
      description: z.string(),
      perPlayer: z.int().nullable(),
      perPlayerDay: z.int().nullable(),
      variants: z.array(z.object({ variantId: z.string(), name: z.string(), free: z.int() })),
    }),
    summary: 'One of them with its variants',
  }),
  readCart: get(`${base}/player/cart`, 'player', {
    input: z.object({ fieldId: id() }),
    output: z.object({ ...place, lines: z.array(cartLine), ...priceFields, pieces: z.int() }),
    refreshedBy: [ownHandoverChanged],
    summary: 'The player’s cart at a shop, with what it costs there now',
  }),
  setCartLine: post(`${base}/player/cartLine`, 'player', {
    rate,
    input: z.object({
      fieldId: id(),
      variantId: id(),
      /** none takes it out */
      pieces: int(0, mostPieces),
      /** add: on top of what is there */
      how: z.enum(['set', 'add']).default('set'),
    }),
    output: z.object({ pieces: z.int(), inAll: z.int() }),
    summary: 'Says how many of something are in the cart; never more than the shop has',
  }),
  readCheckout: get(`${base}/player/checkout`, 'player', {
    input: z.object({ fieldId: id(), ...direct }),
    output: z.object({
      ...place,
      lines: z.array(cartLine),
      ...priceFields,
      balanceFen: moneyFen(),
      /** the first is the usual one */
      payWays: z.array(goodsPayWay()),
      /** where it is handed out */
      counter: z.object({
        name: z.string(),
        address: z.string(),
        contactNumber: wholePhone('published').nullable(),
      }),
      /** how long it is kept there */
      pickupDays: z.int(),
      /** the merchant sends goods, too */
      shipping: z.boolean(),
      addresses: z.array(receiver.extend({ id: z.string() })),
    }),
    summary: 'What an order would cost, how it may be paid and where it may go',
  }),
  orderGoods: post(`${base}/player/order`, 'player', {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    input: z.object({
      fieldId: id(),
      ...direct,
      way: chosenWay(),
      /** needed where it is sent */
      addressId: id().optional(),
      payWay: goodsPayWay(),
      /** what the player was shown: where it costs something else now, nothing is ordered */
      totalFen: moneyFen(1),
      requestId: id().optional(),
    }),
    output: preparedOrder,
    emits: [ownHandoverChanged],
    summary:
      'A player orders what is in the cart, or one thing; the server decides the price and keeps the pieces',
  }),
};
