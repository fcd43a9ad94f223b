import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { choiceOf, flagOf, id, moneyFen, signedFen } from '#kit/contract/schemas.ts';
import { spendable } from './money.ts';

export const storedPayWays = ['wechat', 'alipay', 'balance'] as const;
export type StoredPayWay = (typeof storedPayWays)[number];

/** Coins into the account. What it costs is worked out again with the order. */
const storedOffer = z.object({
  packageId: z.string(),
  name: z.string(),
  coins: z.int(),
  /** of them: on top */
  bonusCoins: z.int(),
  /** that come with the coins */
  points: z.int(),
  amountFen: moneyFen(),
  /** they add up to the amount */
  lines: z.array(z.object({ text: z.string(), amountFen: signedFen() })),
  recommended: flagOf('play:recommended'),
  /** why it can not be had just now, in the caller's language */
  refusal: z.string().nullable(),
});
export type StoredOffer = z.infer<typeof storedOffer>;

export const buyContract = {
  // prices are no secret; who is logged in sees the own ones, and what there is to pay with
  readStoredOffers: get('/api/blade-player/player/storedPackages', 'public', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({
      fieldName: z.string(),
      open: z.boolean(),
      offers: z.array(storedOffer),
      /** what the player may spend there; null: nobody knows who it is */
      purse: z.object(spendable).nullable(),
      /** the first is the usual one */
      payWays: z.array(choiceOf('play:payWay', storedPayWays)),
    }),
    summary: 'Packages of stored value a shop sells in the app, each with its price line by line',
  }),
};
