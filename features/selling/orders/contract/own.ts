import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  choiceOf,
  instant,
  pageInput,
  pageOf,
  signedFen,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { orderChanged } from './events.ts';
import { orderKind, orderLine, orderRecord, orderUnit, payWay, refundState } from './kinds.ts';

/**
 * all; open: something still happens; spent: paid for and not given back wholly; askable: help may be asked for; helped:
 * somebody looks into it, or has
 */
export const ownParts = ['all', 'open', 'spent', 'askable', 'helped'] as const;
export type OwnPart = (typeof ownParts)[number];

/** What somebody wants whose machine gave too little: the money, or what was bought. */
export const helpWishes = ['refund', 'coins'] as const;
export type HelpWish = (typeof helpWishes)[number];

export const movementKinds = ['topup', 'spend', 'refund'] as const;
export type MovementKind = (typeof movementKinds)[number];

const orderNumber = () => z.string().regex(/^\d{1,20}$/);
const base = '/api/blade-player/player' as const;

const where = {
  merchantName: z.string(),
  fieldName: z.string().nullable(),
  equipmentNo: z.int().nullable(),
  /** the kind of machine in the caller's language */
  typeName: z.string().nullable(),
};

const ownOrder = z.object({
  orderNumber: z.string(),
  kind: orderKind(),
  standing: orderRecord.shape.standing,
  title: z.string(),
  ...where,
  payWay: payWay(),
  unit: orderUnit(),
  /** what was paid, or is to be paid */
  totalAmount: amountOf('unit'),
  refundedAmount: amountOf('unit'),
  createdAt: instant(),
  paidAt: instant().nullable(),
  canAsk: z.boolean(),
});
export type OwnOrder = z.infer<typeof ownOrder>;

export const ownContract = {
  listOwnOrders: get(`${base}/orderList`, 'player', {
    input: pageInput({ part: choiceOf('orders:ownPart', ownParts).default('all') }, ['createdAt']),
    output: pageOf(ownOrder),
    refreshedBy: [orderChanged],
    summary: 'The player’s own orders, at whichever merchant, newest first',
  }),
  readOwnOrder: get(`${base}/orderDetail`, 'player', {
    input: z.object({ orderNumber: orderNumber() }),
    output: ownOrder.extend({
      contactNumber: wholePhone('published').nullable(),
      items: z.array(orderLine),
      /** how the price came about, by the rules of its day; none where it is the machine's own */
      priceLines: z.array(z.object({ text: z.string(), amountFen: signedFen() })),
      /** pieces: coins, plays, goods */
      asked: z.int().nullable(),
      counted: z.int().nullable(),
      timeline: z.array(z.object({ at: instant('second'), text: z.string() })),
      refunds: z.array(
        z.object({
          createdAt: instant(),
          state: refundState(),
          unit: orderUnit(),
          amount: amountOf('unit'),
          reason: z.string(),
        }),
      ),
      /** why no help can be asked for, in the caller's language */
      askRefusal: z.string().nullable(),
    }),
    refreshedBy: [orderChanged],
    summary: 'One of the player’s own orders from beginning to end',
  }),
  askHelp: post(`${base}/askRefund`, 'player', {
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({
      orderNumber: orderNumber(),
      wish: choiceOf('orders:helpWish', helpWishes),
      words: text(120, 2),
    }),
    output: z.object({ standing: orderRecord.shape.standing }),
    emits: [orderChanged],
    summary:
      'A player asks for the money or for what is missing; staff see it among the fault orders and decide',
  }),
  listOwnMovements: get(`${base}/transactionList`, 'player', {
    input: pageInput({ kind: choiceOf('orders:movementKind', movementKinds).optional() }, ['at']),
    output: pageOf(
      z.object({
        id: z.string(),
        at: instant(),
        kind: choiceOf('orders:movementKind', movementKinds),
        orderNumber: z.string(),
        title: z.string(),
        ...where,
        payWay: payWay(),
        unit: orderUnit(),
        /** below zero: the player paid it */
        amount: amountOf('unit', 'kit:pieces', true),
      }),
    ),
    refreshedBy: [orderChanged],
    summary: 'What the player paid, topped up and got back, newest first',
  }),
};
