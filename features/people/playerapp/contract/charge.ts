import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, id, instant, moneyFen, text } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';

/** Told to the staff of the site. */
export const chargeChanged = defineEvent<{ id: string }>('member.charge');
/** Told to the member's phones. */
export const ownChargeChanged = defineEvent<{ id: string }>('member.ownCharge');

/** asked: it waits for the member's word; expired: the word did not come in time */
export const chargeStates = ['asked', 'paid', 'refused', 'expired'] as const;
export type ChargeState = (typeof chargeStates)[number];

/** More than this is sold in another way. */
export const highestChargeFen = 200_000;
const base = '/api/blade-player/player' as const;

export const chargeFields = {
  id: z.string(),
  state: choiceOf('playerapp:chargeState', chargeStates, {
    asked: 'waiting',
    paid: 'good',
    refused: 'bad',
    expired: 'quiet',
  }),
  amountFen: moneyFen(),
  reason: z.string(),
  orderNumber: z.string().nullable(),
  expiresAt: instant('second').nullable(),
};

const ownCharge = z.object({
  ...chargeFields,
  ...siteFields,
  merchantName: z.string(),
  /** the payment password has to be typed with the yes */
  needsPassword: z.boolean(),
});
export type OwnCharge = z.infer<typeof ownCharge>;

export const chargeContract = {
  chargeMember: post(`${base}/chargeMember`, permit('playerapp.charge'), {
    rate: { max: 60, windowSeconds: 60 },
    lets: 'money',
    books: 'money',
    input: z.object({
      /** the one that was scanned: it pays once */
      code: z.string().trim().max(60),
      fieldId: id(),
      amountFen: moneyFen(1, highestChargeFen),
      /** what it is for, as the member reads it */
      reason: text(40, 2),
    }),
    output: z.object(chargeFields),
    emits: [chargeChanged],
    summary:
      'Something at the counter is paid from the balance of the member whose code was scanned; above the member’s own limit the member says yes first',
  }),
  readOwnCharge: get(`${base}/ownCharge`, 'player', {
    output: z.object({ charge: ownCharge.nullable() }),
    summary: 'What a shop charged the player a moment ago, or asks for now',
  }),
  confirmCharge: post(`${base}/confirmCharge`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    repeats: { because: 'a charge is paid once: who says it again hears that it is' },
    lets: 'money',
    books: 'money',
    input: z.object({
      id: id(),
      password: z
        .string()
        .regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' })
        .optional(),
    }),
    output: z.object({ orderNumber: z.string() }),
    summary: 'The player agrees to what a shop asks for',
  }),
  refuseCharge: post(`${base}/refuseCharge`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ id: id() }),
    summary: 'The player does not agree to what a shop asks for',
  }),
};
