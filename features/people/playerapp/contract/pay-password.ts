import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { id, instant, int, moneyFen, shownPhone, smsCode } from '#kit/contract/schemas.ts';

const base = '/api/blade-player/player' as const;
const rate = { max: 30, windowSeconds: 60 };
/** Six digits: of a call that is said again nothing is kept by which they could be guessed. */
const repeats = { because: 'said again it sets or checks the same password' } as const;
const password = () => z.string().regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' });

/** A million yuan, or a hundred thousand coins, a day without the password is none at all. */
export const highestFreeFen = 100_000_000;
export const highestFreeCoins = 100_000;

export const payPasswordContract = {
  readPayPassword: get(`${base}/payPassword`, 'player', {
    output: z.object({
      isSet: z.boolean(),
      /** where a code to reset it goes, its middle digits hidden; null: no phone is known yet */
      phone: shownPhone().nullable(),
      /** what may be spent in a day without it */
      freeFen: moneyFen(),
      freeCoins: z.int(),
      lockedUntil: instant().nullable(),
    }),
    summary: 'Whether the player has a payment password, and from when on it is asked for',
  }),
  setPayPassword: post(`${base}/setPayPassword`, 'player', {
    repeats,
    rate,
    /** `oldPassword` where there is one */
    input: z.object({ password: password(), oldPassword: password().optional() }),
    summary: 'Sets the payment password, or changes it',
  }),
  sendPayPasswordCode: post(`${base}/sendPayPasswordCode`, 'player', {
    repeats: { because: 'every code is a new one, and the limits count each' },
    rate,
    output: z.object({ waitSeconds: z.int() }),
    summary: 'Sends a code to the player’s own phone, to reset the payment password with',
  }),
  resetPayPassword: post(`${base}/resetPayPassword`, 'player', {
    repeats: { because: 'a code serves once' },
    rate,
    input: z.object({ code: smsCode(), password: password() }),
    summary: 'Sets a new payment password by the code on the phone; a lock ends',
  }),
  savePayPasswordLimits: post(`${base}/savePayPasswordLimits`, 'player', {
    repeats,
    rate,
    input: z.object({
      password: password(),
      freeFen: moneyFen(0, highestFreeFen),
      freeCoins: int(0, highestFreeCoins),
    }),
    summary: 'What may be spent in a day without the payment password',
  }),
  removePayPassword: post(`${base}/removePayPassword`, 'player', {
    repeats,
    rate,
    input: z.object({ password: password() }),
    summary: 'Ends the payment password: nothing asks for it any more',
  }),
  confirmPayment: post(`${base}/confirmPayment`, 'player', {
    repeats,
    rate,
    /** the request id of the order that is to be paid: the password is for that wish and for no other */
    input: z.object({ password: password(), wishId: id() }),
    summary: 'Types the payment password for one order, which may then be paid from balance or coins',
  }),
};
