import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { done, empty, instant, moneyFen } from '#kit/contract/schemas.ts';

export const merchantLimitChanged = defineEvent('player.merchantLimit');

/** A million yuan a day is no limit any more. */
export const highestLimitFen = 100_000_000;
const limit = (lowestFen: number) => moneyFen(lowestFen, highestLimitFen);
const base = '/api/blade-player/player' as const;

export const ownDataContract = {
  readLimit: defineEndpoint({
    method: 'GET',
    path: `${base}/spendingLimit`,
    access: 'player',
    input: empty(),
    output: z.object({
      /** null: none */
      dailyFen: moneyFen().nullable(),
      /** a higher one that was asked for: null where none is to come, or where the limit ends then */
      laterFen: moneyFen().nullable(),
      laterFrom: instant().nullable(),
      /** what was paid since midnight by WeChat and Alipay, without what came back */
      spentFen: moneyFen(),
    }),
    summary: 'What the player wants to spend in a day at most, and what was spent today',
  }),
  saveLimit: defineEndpoint({
    method: 'POST',
    path: `${base}/saveSpendingLimit`,
    access: 'player',
    rate: { max: 30, windowSeconds: 60 },
    /** absent: no limit */
    input: z.object({ dailyFen: limit(0).optional() }),
    output: z.object({ dailyFen: moneyFen().nullable(), laterFrom: instant().nullable() }),
    summary: 'Sets the own limit of a day: lower at once, higher or none after a day',
  }),
  exportSelf: defineEndpoint({
    method: 'GET',
    path: `${base}/ownData`,
    access: 'player',
    rate: { max: 10, windowSeconds: 60 },
    input: empty(),
    output: z.object({
      exportedAt: instant('second'),
      player: z.record(z.string(), z.unknown()),
      /** every table that names the player, by its name */
      records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
    summary: 'Everything that is kept about the player',
  }),
  deleteSelf: defineEndpoint({
    method: 'POST',
    path: `${base}/deleteAccount`,
    access: 'player',
    repeats: { because: 'the login that could ask again has ended' },
    rate: { max: 10, windowSeconds: 60 },
    /** what is given up, as the player was shown it: anything else than what is there is refused */
    input: z.object({ balanceFen: z.int().min(0).default(0), coins: z.int().min(0).default(0) }),
    output: done(),
    summary:
      'Deletes the account: name, phone and identity are gone, log-ins end, the books keep their movements',
  }),
  readMerchantLimit: defineEndpoint({
    method: 'GET',
    path: `${base}/merchantLimit`,
    access: permit('program.limit'),
    input: empty(),
    output: z.object({ dailyFen: moneyFen().nullable() }),
    refreshedBy: [merchantLimitChanged],
    summary: 'What any player may spend in a day at the merchant',
  }),
  saveMerchantLimit: defineEndpoint({
    method: 'POST',
    path: `${base}/saveMerchantLimit`,
    access: permit('program.limit'),
    /** absent: no limit */
    input: z.object({ dailyFen: limit(100).optional() }),
    output: done(),
    emits: [merchantLimitChanged],
    summary: 'Sets what any player may spend in a day at the merchant',
  }),
};
