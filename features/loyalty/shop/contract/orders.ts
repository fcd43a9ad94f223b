import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  dayRange,
  done,
  id,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { memberFields, siteFields } from '#kit/contract/things.ts';
import { base, delivery, goodsOrdersChanged, goodsState } from './kinds.ts';

const view = permit('shop.view');
const handOut = permit('shop.handOut');

/** Those that staff have to do with: whatever was paid. */
const listedStates = ['waiting', 'handedOut', 'shipped', 'refunding', 'refunded'] as const;

const goodsOrder = z.object({
  id: z.string(),
  orderNumber: z.string(),
  /** what was bought, in words */
  title: z.string(),
  pieces: z.int(),
  amountFen: moneyFen(),
  state: goodsState(),
  delivery: delivery(),
  ...siteFields,
  ...memberFields,
  /** name, phone (whole while the parcel waits to be sent) and address in one line; null: it is picked up */
  receiver: wholePhone({ because: 'it stands on the parcel', right: handOut }).nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  paidAt: instant().nullable(),
  handedAt: instant().nullable(),
  /** until then it is to be fetched */
  waitsUntil: instant().nullable(),
  userName: z.string().nullable(),
});
export type GoodsOrderRecord = z.infer<typeof goodsOrder>;

/** As it is shown, in groups of four, or in one. */
const pickUpCode = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{4} ?[0-9A-Z]{4} ?[0-9A-Z]{4}$/, { error: 'shop:error.codeForm' })
    .meta({ field: 'text' });

export const orderCalls = {
  listGoodsOrders: defineEndpoint({
    method: 'GET',
    path: `${base}/order/list`,
    access: view,
    input: pageInput(
      {
        orderNumber: text(40, 0).optional(),
        state: choiceOf('shop:state', listedStates).optional(),
        delivery: delivery().optional(),
        fieldId: id().optional(),
        ...dayRange,
      },
      ['paidAt'],
    ),
    output: pageOf(goodsOrder),
    refreshedBy: [goodsOrdersChanged],
    summary: 'Paid orders of goods, to be handed out or sent',
  }),
  handOutGoods: defineEndpoint({
    method: 'POST',
    path: `${base}/order/handOut`,
    access: handOut,
    lets: 'goods',
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ code: pickUpCode() }),
    output: z.object({
      orderNumber: z.string(),
      lines: z.array(z.object({ name: z.string(), pieces: z.int() })),
    }),
    emits: [goodsOrdersChanged],
    summary: 'Hands out what a code at the counter stands for, once',
  }),
  shipGoods: defineEndpoint({
    method: 'POST',
    path: `${base}/order/ship`,
    access: handOut,
    lets: 'goods',
    input: z.object({ id: id(), carrier: text(30), trackingNumber: text(40) }),
    output: done(),
    emits: [goodsOrdersChanged],
    summary: 'Says that an order was sent, by whom and under which number',
  }),
};
