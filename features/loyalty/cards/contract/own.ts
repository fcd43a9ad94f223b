import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, id, instant, moneyFen, pageInput, pageOf, picture } from '#kit/contract/schemas.ts';
import { cardState, refundPreview } from './sold.ts';
import { base, cardsChanged, cardTypeChanged, cardUnits, siteNames, termsFields } from './terms.ts';

/** Machines where it holds, in the caller's language; none: at all of them */
const typeNames = { typeNames: z.array(z.string()) };

const rate = { max: 240, windowSeconds: 60 };
export const cardPayWays = ['wechat', 'alipay', 'balance'] as const;
export type CardPayWay = (typeof cardPayWays)[number];

/** One kind of card on sale. What it costs is looked up again with the order. */
const cardOffer = z.object({
  cardId: z.string(),
  name: z.string(),
  image: picture().nullable(),
  intro: z.string(),
  priceFen: moneyFen(),
  ...termsFields,
  ...siteNames,
  ...typeNames,
  /** null: as many as people want */
  stockLeft: z.int().nullable(),
  perPlayer: z.int().nullable(),
  /** the player holds one like it: buying makes it longer */
  renews: z.boolean(),
  /** why it can not be had just now, in the caller's language */
  refusal: z.string().nullable(),
  /** the same card with coins */
  packages: z.array(
    z.object({ packageId: z.string(), name: z.string(), priceFen: moneyFen(), coins: z.int() }),
  ),
});
export type CardOffer = z.infer<typeof cardOffer>;

const ownCard = z.object({
  id: z.string(),
  createdAt: instant(),
  name: z.string(),
  image: picture().nullable(),
  merchantName: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
  state: cardState(),
  ...termsFields,
  ...siteNames,
  ...typeNames,
  expiresAt: instant().nullable(),
  /** what may still be used today; null: it has nothing that is counted by the day */
  playsLeft: z.int().nullable(),
  coinsLeft: z.int().nullable(),
});
export type OwnCard = z.infer<typeof ownCard>;

const cardUse = z.object({
  id: z.string(),
  usedAt: instant(),
  fieldName: z.string(),
  unit: choiceOf('kit:unitName', cardUnits),
  amount: z.int(),
  /** came back, because nothing was delivered */
  givenBack: z.int(),
});
export type CardUse = z.infer<typeof cardUse>;

export const ownCalls = {
  // prices are no secret; who is logged in sees what there is to pay with
  readCardShop: get(`${base}/player/shop`, 'public', {
    rate,
    input: z.object({ fieldId: id() }),
    output: z.object({
      fieldName: z.string(),
      merchantName: z.string(),
      open: z.boolean(),
      cards: z.array(cardOffer),
      balanceFen: moneyFen().nullable(),
      /** the first is the usual one */
      payWays: z.array(choiceOf('play:payWay', cardPayWays)),
    }),
    refreshedBy: [cardTypeChanged, cardsChanged],
    summary: 'Benefit cards that a shop sells',
  }),
  listOwnCards: get(`${base}/player/mine`, 'player', {
    input: pageInput({}, ['createdAt']),
    output: pageOf(ownCard),
    refreshedBy: [cardsChanged],
    summary: 'The player’s cards at whichever merchant, with what is left of them today',
  }),
  readOwnCard: get(`${base}/player/detail`, 'player', {
    input: z.object({ id: id() }),
    output: ownCard.extend({
      /** sold as it is: the page of the shop where it can be renewed; null: it is sold no longer */
      renewCardId: z.string().nullable(),
      /** what the last purchase would give back; null: it was given */
      refund: refundPreview.extend({ orderNumber: z.string().nullable() }).nullable(),
    }),
    refreshedBy: [cardsChanged],
    summary: 'One card of the player: rights, what is left, what a refund would give back',
  }),
  listCardUses: get(`${base}/player/uses`, 'player', {
    input: pageInput({ id: id() }, ['usedAt']),
    output: pageOf(cardUse),
    refreshedBy: [cardsChanged],
    summary: 'When and where a card was used',
  }),
  takeCardCoins: post(`${base}/player/takeCoins`, 'player', {
    lets: 'coins',
    books: 'value',
    input: z.object({ id: id(), fieldId: id() }),
    output: z.object({ coins: z.int() }),
    emits: [cardsChanged],
    summary: 'Today’s coins of a card, into the player’s account at a shop',
  }),
};
