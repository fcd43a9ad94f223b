import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, instant, moneyFen, shownPhone, smsCode } from '#kit/contract/schemas.ts';

export const merchantLimitChanged = defineEvent('player.merchantLimit');

/** A million yuan a day is no limit any more. */
export const highestLimitFen = 100_000_000;
const limit = (lowestFen: number) => moneyFen(lowestFen, highestLimitFen);
const base = '/api/blade-player/player' as const;

/** So long an account that is to be deleted can be taken back. */
export const takeBackDays = 7;

export const ownerPurposes = ['ownData', 'leaving'] as const;
export type OwnerPurpose = (typeof ownerPurposes)[number];

const holdings = {
  balanceFen: moneyFen(),
  coins: z.int(),
  points: z.int(),
  tickets: z.int(),
  /** benefit cards that are good */
  cards: z.int(),
  freePlays: z.int(),
};
export type Holdings = { [K in keyof typeof holdings]: number };

const piece = () => z.int().min(0).default(0);
const givenUp = {
  balanceFen: piece(),
  coins: piece(),
  points: piece(),
  tickets: piece(),
  cards: piece(),
  freePlays: piece(),
};

/** Of the two the one that the player has: see `readLeaving`. */
const proof = {
  password: z
    .string()
    .regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' })
    .optional(),
  code: smsCode().optional(),
};

export const ownDataContract = {
  readLimit: get(`${base}/spendingLimit`, 'player', {
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
  saveLimit: post(`${base}/saveSpendingLimit`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    /** absent: no limit */
    input: z.object({ dailyFen: limit(0).optional() }),
    output: z.object({ dailyFen: moneyFen().nullable(), laterFrom: instant().nullable() }),
    summary: 'Sets the own limit of a day: lower at once, higher or none after a day',
  }),
  readLeaving: get(`${base}/leaving`, 'player', {
    output: z.object({
      ...holdings,
      /** of the balance: paid lately, so that the shop can pay it back */
      refundFen: moneyFen(),
      /** what shows that it is the owner; none: no phone has been known for a day */
      proof: choiceOf('playerapp:proof', ['password', 'code', 'none']),
      /** where a code goes, its middle digits hidden */
      phone: shownPhone().nullable(),
      /** so long the account can be taken back */
      days: z.int(),
    }),
    summary: 'What goes with the account when it is deleted, and what is asked for before',
  }),
  sendOwnerCode: post(`${base}/sendOwnerCode`, 'player', {
    repeats: { because: 'every code is a new one, and the limits count each' },
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ purpose: z.enum(ownerPurposes) }),
    output: z.object({ waitSeconds: z.int() }),
    summary:
      'Sends a code to the player’s own phone: for the own data, or to delete the account, and for nothing else',
  }),
  exportSelf: post(`${base}/ownData`, 'player', {
    repeats: { because: 'a code serves once, and every file is a new one' },
    rate: { max: 10, windowSeconds: 60 },
    input: z.object(proof),
    output: z.object({
      exportedAt: instant('second'),
      player: z.record(z.string(), z.unknown()),
      /** every table that names the player, by its name */
      records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
    summary: 'Everything that is kept about the player; asks for the payment password or a code on the phone',
  }),
  deleteSelf: post(`${base}/deleteAccount`, 'player', {
    repeats: { because: 'the login that could ask again has ended' },
    rate: { max: 10, windowSeconds: 60 },
    /** what is given up, as the player was shown it: anything else than what is there is refused */
    input: z.object({ ...givenUp, ...proof }),
    output: z.object({ closesAt: instant() }),
    summary:
      'Closes the account: log-ins end, nothing is spent. Some days later name, phone and identity are deleted; until then it can be taken back',
  }),
  readMerchantLimit: get(`${base}/merchantLimit`, permit('playerapp.limit'), {
    output: z.object({ dailyFen: moneyFen().nullable() }),
    refreshedBy: [merchantLimitChanged],
    summary: 'What any player may spend in a day at the merchant',
  }),
  saveMerchantLimit: post(`${base}/saveMerchantLimit`, permit('playerapp.limit'), {
    /** absent: no limit */
    input: z.object({ dailyFen: limit(100).optional() }),
    emits: [merchantLimitChanged],
    summary: 'Sets what any player may spend in a day at the merchant',
  }),
};
