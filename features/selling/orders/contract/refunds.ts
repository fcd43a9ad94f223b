import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { amountOf, id, int, moneyFen, text } from '#kit/contract/schemas.ts';
import { orderChanged } from './events.ts';
import { orderState, orderUnit, refund, refundState } from './kinds.ts';

/**
 * refund: money back; redispense: the machine gives what is missing, once; confirm: it was handed over; cash: given back
 * out of the till, as the platform would not; note: nothing to do
 */
export const resolutions = ['refund', 'redispense', 'confirm', 'cash', 'note'] as const;
export type Resolution = (typeof resolutions)[number];

const orderNumber = () => z.string().regex(/^\d{1,20}$/);
/** what the pages ask for; callers of the wire may leave it out */
export const reason = () => text(80, 2);
/** in the order's unit; all that is left where it is absent */
const amount = () => int(1, 1_000_000_000).optional();

const refunded = z.object({
  refundId: z.string(),
  /** requested: the platform has to confirm */
  state: refundState(),
  orderState: orderState(),
  amount: z.int(),
});

export const refundContract = {
  refundByNumber: get('/api/blade-order/order/refundByOrderNumber', refund, {
    lets: 'money',
    books: 'money',
    changes: true,
    input: z.object({ orderNumber: orderNumber(), amount: amount(), reason: reason().optional() }),
    output: refunded,
    emits: [orderChanged],
    summary: 'Gives back what was paid for an order, all or a part',
  }),
  refundById: get('/api/blade-order/order/refundByOrderIdPC', refund, {
    lets: 'money',
    books: 'money',
    changes: true,
    input: z.object({ id: id(), amount: amount(), reason: reason().optional() }),
    output: refunded,
    emits: [orderChanged],
    summary: 'The same by the id of the order',
  }),
  refundCoins: get('/api/blade-onlineorder/onlineorder/refundCoin', refund, {
    lets: 'coins',
    books: 'value',
    changes: true,
    input: z.object({ orderNumber: orderNumber(), amount: amount(), reason: reason().optional() }),
    output: refunded,
    emits: [orderChanged],
    summary: 'Gives back the coins an order was paid with',
  }),
  previewRefund: get('/api/blade-order/order/refundPreview', refund, {
    input: z.object({ orderNumber: orderNumber(), amount: amount() }),
    output: z.object({
      unit: orderUnit(),
      paidAmount: amountOf('unit'),
      refundedAmount: amountOf('unit'),
      refundableAmount: amountOf('unit'),
      amount: amountOf('unit'),
      /** of what was never delivered: nobody loses anything */
      fromUndelivered: amountOf('unit'),
      /** of what the merchant has earned */
      fromEarnings: amountOf('unit'),
      feeBackFen: moneyFen(),
      /** what the wallet (or the till) can spend now; null for coins */
      balanceFen: moneyFen().nullable(),
      /** what would have to be topped up first; shares that come back are not counted in */
      shortFen: moneyFen(),
      /** an error code when the order can not be refunded at all */
      refusal: z.string().nullable(),
      /** the same in the caller's language */
      refusalText: z.string().nullable(),
      /** what else happens: points that are taken back, a card that ends; in the caller's language */
      besides: z.array(z.string()),
    }),
    summary: 'What a refund would give back, and from where',
  }),
  retryRefund: post(
    '/api/blade-playerrefundcardorder/playerrefundcardorder/restockRefundCardOrderData',
    refund,
    {
      lets: 'money',
      books: 'money',
      place: 'json',
      input: z.object({ orderNumber: orderNumber() }),
      output: refunded,
      emits: [orderChanged],
      summary: 'Tries a refund again that the platform had refused',
    },
  ),
  resolveFault: post('/api/blade-order/order/fault/resolve', refund, {
    lets: 'money',
    books: 'money',
    input: z.object({
      id: id(),
      way: z.enum(resolutions),
      reason: reason(),
    }),
    emits: [orderChanged],
    summary:
      'Ends a fault order: refund, give what is missing, confirm that it was handed over, money back in cash, or a note',
  }),
};
