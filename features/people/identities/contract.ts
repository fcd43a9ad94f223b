import { z } from 'zod';
import { codeTicket } from '#features/base/accounts/contract.ts';
import { playerPlatforms } from '#features/base/players/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { amountOf, choiceOf, id, instant, phone, shownPhone, smsCode, text } from '#kit/contract/schemas.ts';
import { maybeSiteFields } from '#kit/contract/things.ts';

export const joinsChanged = defineEvent<object>('player.joinsChanged');

/** Numbers get new owners: both records must have shown to hold it within so many hours. */
export const proofHours = 24;
export const undoDays = 30;

const join = permit('identities.join');
const own = '/api/blade-player/player' as const;
const staff = '/api/blade-member/join' as const;

const platform = () => choiceOf('identities:platform', playerPlatforms);
const unit = () => choiceOf('identities:unit', ['fen', 'coin', 'point', 'ticket']);

const person = { playerName: z.string(), platform: platform() };
const twin = z.object({ playerId: z.string(), ...person });

const joined = z.object({
  id: z.string(),
  ...person,
  joinedAt: instant(),
  undoUntil: instant(),
  /** null: the player */
  userName: z.string().nullable(),
  reason: z.string(),
  mayUndo: z.boolean(),
});
export type Joined = z.infer<typeof joined>;

/** It is to be done; until then either side can call it off. */
const waiting = z.object({
  id: z.string(),
  /** the other record, as seen from the one that is asked for */
  ...person,
  askedAt: instant(),
  dueAt: instant(),
  /** null: the player */
  userName: z.string().nullable(),
});

export type Waiting = z.infer<typeof waiting>;

/** What a step would do, before anybody takes it. */
const preview = z.object({
  ...person,
  /** how many orders change hands */
  orders: z.int(),
  values: z.array(
    z.object({
      merchantName: z.string(),
      ...maybeSiteFields,
      unit: unit(),
      amount: amountOf('unit'),
      /** of what was joined; only when it is undone */
      spent: amountOf('unit'),
    }),
  ),
  /** which payment passwords the step asks for: of the record that stays, and of the one that is joined to it */
  needsPassword: z.boolean(),
  otherNeedsPassword: z.boolean(),
  /** 0: it is done at once */
  waitHours: z.int(),
  /** goes along with the step: what is no longer as it was shown is refused */
  seen: z.string(),
});
export type Preview = z.infer<typeof preview>;

const password = () =>
  z
    .string()
    .regex(/^\d{6}$/, { error: 'playerapp:error.sixDigits' })
    .optional();

/** `waitsUntil`: then it is done, unless somebody calls it off; null: it is done */
const asked = z.object({ id: z.string(), waitsUntil: instant().nullable() });

const seen = () => z.string().regex(/^[\w-]{43}$/);

export const identitiesContract = {
  readOwnIdentities: get(`${own}/identities`, 'player', {
    output: z.object({
      /** the middle digits are hidden; null: none was proven lately */
      phone: shownPhone().nullable(),
      provenUntil: instant().nullable(),
      twins: z.array(twin),
      waiting: z.array(waiting),
      joined: z.array(joined),
    }),
    refreshedBy: [joinsChanged],
    summary: 'By which apps the player is known as one, and which others hold the same phone',
  }),
  proveOwnPhone: post(`${own}/provePhone`, 'player', {
    rate: { max: 20, windowSeconds: 60 },
    books: 'money',
    input: z.object({ phone: phone(), code: smsCode(), ...codeTicket }),
    summary: 'Shows by a code that the player holds a phone; what waits for that number becomes the player’s',
  }),
  previewOwnJoin: get(`${own}/joinPreview`, 'player', {
    input: z.object({ playerId: id() }),
    output: preview,
    summary: 'What joining another record of the same person would bring here',
  }),
  joinOwn: post(`${own}/joinIdentity`, 'player', {
    rate: { max: 10, windowSeconds: 60 },
    repeats: {
      because: 'said again it finds the wish, or nobody where the two are one; its passwords are not kept',
    },
    /** the payment passwords of both, where they have one */
    books: 'money',
    input: z.object({
      playerId: id(),
      seen: seen(),
      password: password(),
      otherPassword: password(),
    }),
    output: asked,
    summary:
      'Joins another record of the same person into this one, or has it wait a day where there is much to lose; both have proven the same phone today',
  }),
  callOffOwnJoin: post(`${own}/callOffJoin`, 'player', {
    rate: { max: 10, windowSeconds: 60 },
    input: z.object({ id: id() }),
    summary: 'Calls off a joining that waits, from either of the two records',
  }),
  previewOwnSplit: get(`${own}/splitPreview`, 'player', {
    input: z.object({ id: id() }),
    output: preview,
    summary: 'What would go back to a record that was joined',
  }),
  splitOwn: post(`${own}/splitIdentity`, 'player', {
    rate: { max: 10, windowSeconds: 60 },
    repeats: { because: 'the login that could ask again has ended' },
    books: 'money',
    input: z.object({ id: id(), seen: seen() }),
    summary: 'Undoes a joining within thirty days: what was not spent goes back, and all log-ins end',
  }),
  readMemberJoins: get(`${staff}/detail`, join, {
    input: z.object({ playerId: id() }),
    output: z.object({
      playerId: z.string(),
      ...person,
      phone: shownPhone().nullable(),
      /** `here`: neither has anything with another merchant, so that staff may join them */
      /** `password`: one of them has a payment password, which only its owner can type */
      twins: z.array(twin.extend({ here: z.boolean(), password: z.boolean() })),
      waiting: z.array(waiting),
      joined: z.array(joined),
    }),
    refreshedBy: [joinsChanged],
    summary: 'Which members hold the same proven phone as this one, and which were joined to it',
  }),
  previewMemberJoin: get(`${staff}/preview`, join, {
    input: z.object({ playerId: id(), otherId: id() }),
    output: preview,
    refreshedBy: [joinsChanged],
    summary: 'What joining the other member into this one would bring here',
  }),
  joinMembers: post(`${staff}/submit`, join, {
    books: 'money',
    input: z.object({ playerId: id(), otherId: id(), reason: text(100), seen: seen() }),
    output: asked,
    emits: [joinsChanged],
    summary:
      'Joins two members who proved the same phone, are known to nobody else and have no payment password, with a reason; where there is much to lose it waits a day',
  }),
  callOffMemberJoin: post(`${staff}/callOff`, join, {
    input: z.object({ id: id() }),
    emits: [joinsChanged],
    summary: 'Calls off a joining by the caller’s staff that waits',
  }),
  previewMemberSplit: get(`${staff}/splitPreview`, join, {
    input: z.object({ id: id() }),
    output: preview,
    refreshedBy: [joinsChanged],
    summary: 'What would go back to a member that the caller’s staff joined',
  }),
  splitMembers: post(`${staff}/split`, join, {
    books: 'money',
    input: z.object({ id: id(), reason: text(100), seen: seen() }),
    emits: [joinsChanged],
    summary: 'Undoes a joining by the caller’s staff within thirty days',
  }),
};
