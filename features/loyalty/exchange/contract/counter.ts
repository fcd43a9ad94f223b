import { z } from 'zod';
import { handoverChanged, handoverState, mostPieces } from '#features/loyalty/handover/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { id, instant, int, moneyFen, picture, shownPhone, text } from '#kit/contract/schemas.ts';
import { memberFields } from '#kit/contract/things.ts';
import { base, mostLines } from './kinds.ts';

const sell = permit('exchange.sell');
const rate = { max: 120, windowSeconds: 60 };
const memberCode = () => text(60);

const counterGood = z.object({
  variantId: z.string(),
  goodName: z.string(),
  /** empty where the good has only one */
  variantName: z.string(),
  picture: picture().nullable(),
  barcode: z.string().nullable(),
  pricePoints: z.int(),
  priceTickets: z.int(),
  priceFen: moneyFen(),
  price: z.string(),
  free: z.int(),
});
export type CounterGood = z.infer<typeof counterGood>;

const asked = z.object({
  id: z.string(),
  number: z.string(),
  ...memberFields,
  state: handoverState(),
  goods: z.string(),
  price: z.string(),
  waitsUntil: instant('second').nullable(),
});
export type AskedExchange = z.infer<typeof asked>;

export const counterCalls = {
  readCounterMember: get(`${base}/counter/member`, sell, {
    changes: true,
    rate,
    input: z.object({ code: memberCode(), fieldId: id() }),
    output: z.object({
      ...memberFields,
      phone: shownPhone().nullable(),
      points: z.int(),
      tickets: z.int(),
      balanceFen: moneyFen(),
    }),
    refreshedBy: [handoverChanged],
    summary: 'Who shows a member code, and what they have to exchange at a shop',
  }),
  findCounterGoods: get(`${base}/counter/goods`, sell, {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({
      fieldId: id(),
      barcode: text(32).optional(),
      name: text(40, 0).optional(),
    }),
    output: z.array(counterGood),
    summary: 'What a shop hands out, found by barcode or name; at most twenty',
  }),
  askExchange: post(`${base}/counter/ask`, sell, {
    rate,
    lets: 'goods',
    place: 'json',
    input: z.object({
      /** the one that was scanned: it serves once */
      code: memberCode(),
      fieldId: id(),
      lines: z
        .array(z.object({ variantId: id(), pieces: int(1, mostPieces) }))
        .min(1)
        .max(mostLines),
    }),
    output: asked,
    emits: [handoverChanged],
    summary: 'Goods at the counter for the member whose code was scanned; the member says yes on the phone',
  }),
  withdrawExchange: post(`${base}/counter/withdraw`, sell, {
    rate,
    input: z.object({ id: id() }),
    emits: [handoverChanged],
    summary: 'Takes back what the counter asked the member for, while the member has not agreed',
  }),
  readAskedAtCounter: get(`${base}/counter/detail`, sell, {
    input: z.object({ id: id() }),
    output: asked,
    refreshedBy: [handoverChanged],
    summary: 'What the member said to an exchange at the counter',
  }),
};
