import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  choiceOf,
  dayRange,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, memberFields, siteFields } from '#kit/contract/things.ts';
import { base, cardsChanged, give, refund, source, view } from './terms.ts';

/** waiting: its days begin with the first use; ended: refunded, or taken back */
export const cardStates = ['waiting', 'valid', 'expired', 'ended'] as const;
export type CardState = (typeof cardStates)[number];
export const cardState = () =>
  choiceOf('cards:stateName', cardStates, {
    waiting: 'info',
    valid: 'good',
    expired: 'quiet',
    ended: 'bad',
  });

/**
 * paid: what was paid; daysUsed, rightsUsed, saved: what of it is used up, by days, by rights or by what the card took off
 * other orders, whichever leaves least; coinsSpent: coins that came with the card and are gone.
 */
export const refundLineKinds = ['paid', 'daysUsed', 'rightsUsed', 'saved', 'coinsSpent'] as const;

/** How a refund comes about. Staff and player read the same lines, and they add up to the total. */
export const refundPreview = z.object({
  lines: z.array(
    z.object({
      kind: choiceOf('cards:refundLine', refundLineKinds),
      /** in the caller's language */
      text: z.string(),
      amountFen: signedFen(),
    }),
  ),
  totalFen: moneyFen(),
  /** by each measure alone; null: the card has nothing that is counted by the day */
  byDaysFen: moneyFen(),
  byRightsFen: moneyFen().nullable(),
  /** null: it took nothing off other orders */
  bySavedFen: moneyFen().nullable(),
  /** coins that go back to the shop with it */
  coinsBack: z.int(),
  /** why it can not be refunded now, in the caller's language */
  refusal: z.string().nullable(),
});
export type RefundPreview = z.infer<typeof refundPreview>;

const soldRecord = z.object({
  id: z.string(),
  createdAt: entryTime(),
  cardId: z.string(),
  name: z.string(),
  ...memberFields,
  ...siteFields,
  source: source(),
  state: cardState(),
  /** 0: given */
  priceFen: moneyFen(),
  refundFen: moneyFen().nullable(),
  days: z.int(),
  coins: z.int(),
  expiresAt: instant().nullable(),
  orderNumber: z.string().nullable(),
  reason: z.string().nullable(),
  userName: z.string().nullable(),
});
export type SoldCardRecord = z.infer<typeof soldRecord>;

export const soldCalls = {
  listSoldCards: get(`${base}/equityCardOrder/list`, view, {
    input: pageInput(
      {
        name: text(20, 0).optional(),
        typeId: id().optional(),
        playerId: id().optional(),
        fieldId: id().optional(),
        source: source().optional(),
        state: cardState().optional(),
        ...dayRange,
      },
      ['createdAt', 'expiresAt'],
    ),
    output: pageOf(soldRecord),
    refreshedBy: [cardsChanged],
    summary: 'Cards that were sold, renewed and given, newest first',
  }),
  giveCard: post(`${base}/equityCardOrder/give`, give, {
    gives: true,
    lets: 'coins',
    input: z.object({ playerId: id(), fieldId: id(), typeId: id(), reason: text(100) }),
    output: z.object({ id: z.string(), cardId: z.string() }),
    emits: [cardsChanged],
    summary: 'Gives a member a card; all its plays or coins count against the giver’s allowance of the day',
  }),
  takeBackCard: post(`${base}/equityCardOrder/takeBack`, give, {
    input: z.object({ id: id(), reason: text(100) }),
    emits: [cardsChanged],
    summary: 'Ends a card that was given; what was used stays used',
  }),
  previewCardRefund: get(`${base}/equityCardOrder/refundPreview`, refund, {
    input: z.object({ id: id() }),
    output: refundPreview.extend({
      /** what else happens: the card ends, points that it earned are taken back; in the caller's language */
      besides: z.array(z.string()),
    }),
    summary: 'What a refund of a sold card would give back now, line by line',
  }),
  refundCard: post(`${base}/equityCardOrder/refund`, refund, {
    lets: 'money',
    books: 'money',
    input: z.object({
      id: id(),
      /** as the preview said it: where it has changed since, nothing happens */
      amountFen: int(1, 1_000_000_000),
      reason: text(100),
    }),
    output: z.object({ amountFen: moneyFen(), orderNumber: z.string() }),
    emits: [cardsChanged],
    summary: 'Gives back what is left of a sold card, the way it was paid; the card ends',
  }),
};
