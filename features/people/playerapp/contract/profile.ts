import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { idNumber, phone, revealedNumber, smsCode, text } from '#kit/contract/schemas.ts';

const base = '/api/blade-player/player' as const;
const rate = { max: 30, windowSeconds: 60 };
/** where the player has a payment password */
const password = () =>
  z
    .string()
    .regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' })
    .optional();
/** Six digits are in them: of a call that is said again nothing is kept by which they could be guessed. */
const repeats = { because: 'said again it writes the same, and its password is not kept' } as const;

export const profileContract = {
  sendNewPhoneCode: post(`${base}/sendNewPhoneCode`, 'player', {
    repeats: { because: 'every code is a new one, and the limits count each' },
    rate,
    input: z.object({ phone: phone() }),
    output: z.object({ waitSeconds: z.int() }),
    summary: 'Sends a code to the phone that the player wants to be known by',
  }),
  changePhone: post(`${base}/changePhone`, 'player', {
    repeats: { because: 'a code serves once' },
    rate,
    books: 'money',
    input: z.object({ phone: phone(), code: smsCode(), password: password() }),
    summary: 'The player’s phone, proven by the code that was sent to it',
  }),
  uploadOwnPhoto: post(`${base}/uploadPhoto`, 'player', {
    multipart: true,
    repeats: { because: 'a picture sent twice is the same picture' },
    rate: { max: 20, windowSeconds: 60 },
    output: z.object({ playerPhoto: z.string() }),
    summary:
      'The picture the player wants to be known by (multipart field `file`): made small, without place or camera',
  }),
  readPlayerPhoto: get(`${base}/photo/:name`, 'public', {
    answer: 'raw',
    files: ['image/*'],
    rate: { max: 600, windowSeconds: 60 },
    input: z.object({ name: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: z.object({}),
    summary: 'A picture that a player chose; its name can not be guessed',
  }),
  readOwnCard: get(`${base}/bankCard`, 'player', {
    output: z.object({
      card: z.object({ holderName: z.string(), bankName: z.string(), numberMasked: z.string() }).nullable(),
      /** the payment password has to be typed to change it */
      needsPassword: z.boolean(),
    }),
    summary: 'The card a merchant may send a refund to, its middle digits hidden',
  }),
  saveOwnCard: post(`${base}/saveBankCard`, 'player', {
    repeats,
    rate,
    input: z.object({
      holderName: text(30, 2),
      /** digits, however they are grouped */
      number: z.string().trim().max(40),
      password: password(),
    }),
    summary: 'Writes down the card for refunds',
  }),
  removeOwnCard: post(`${base}/removeBankCard`, 'player', {
    rate,
    summary: 'Forgets the card for refunds',
  }),
  readIdentity: get(`${base}/identity`, 'player', {
    output: z.object({
      identity: z.object({ name: z.string(), numberMasked: z.string() }).nullable(),
      needsPassword: z.boolean(),
    }),
    summary: 'Whom the player says to be by law, most digits hidden',
  }),
  saveIdentity: post(`${base}/saveIdentity`, 'player', {
    repeats,
    rate,
    input: z.object({ name: text(30, 2), number: idNumber(), password: password() }),
    summary: 'Writes down name and number of the identity card',
  }),
  removeIdentity: post(`${base}/removeIdentity`, 'player', {
    rate,
    summary: 'Forgets name and number of the identity card',
  }),
  lookAtPapers: post(`${base}/memberPapers`, permit('playerapp.papers'), {
    rate,
    repeats: { because: 'every look is one of its own in the log' },
    input: z.object({ code: z.string().trim().max(60), reason: text(100, 2) }),
    output: z.object({
      card: z
        .object({
          holderName: z.string(),
          bankName: z.string(),
          number: revealedNumber('a refund goes to it'),
        })
        .nullable(),
      identity: z
        .object({ name: z.string(), number: revealedNumber('who is paid shows the same') })
        .nullable(),
    }),
    summary:
      'The card and identity of the member who showed a code, to refund to; the look stands in the log',
  }),
};
