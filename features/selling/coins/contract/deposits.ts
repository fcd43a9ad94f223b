import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  bool,
  choiceOf,
  id,
  ids,
  instant,
  int,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeMemberFields } from '#kit/contract/things.ts';
import { depositChanged, ownDepositChanged } from './events.ts';
import { dayFilters, issue, machineFields, machineFilters, review, view } from './shared.ts';

export const depositUnits = ['coin', 'ticket'] as const;
export type DepositUnit = (typeof depositUnits)[number];
/**
 * confirming: the player shall press the button at the machine; held: more than can be, so a person decides; refused: and
 * did not believe it; empty: the machine counted nothing; unknown: nobody can tell yet
 */
export const depositStates = [
  'confirming',
  'counting',
  'waiting',
  'held',
  'booked',
  'refused',
  'empty',
  'unknown',
] as const;
export type DepositState = (typeof depositStates)[number];
/** tooMany: above what the machine is set to take at once; tooFast: than it can count; beyondSite: than ever left machines there */
export const heldReasons = ['tooMany', 'tooFast', 'beyondSite'] as const;
export type HeldReason = (typeof heldReasons)[number];

const unit = () => choiceOf('kit:unitName', depositUnits);
const state = () =>
  choiceOf('coins:depositState', depositStates, {
    confirming: 'info',
    counting: 'info',
    waiting: 'waiting',
    held: 'bad',
    booked: 'good',
    refused: 'quiet',
    empty: 'quiet',
    unknown: 'waiting',
  });

const counted = {
  id: z.string(),
  createdAt: entryTime(),
  unit: unit(),
  /** null while the machine counts */
  amount: amountOf('unit').nullable(),
  state: state(),
  reasonName: z.string().nullable(),
  bookedAt: instant().nullable(),
};
const deposit = z.object({
  ...counted,
  ...machineFields,
  ...maybeMemberFields,
  /** what the machine told, where that differs from what was booked */
  counted: amountOf('unit').nullable(),
  heldFor: choiceOf('coins:heldFor', heldReasons).nullable(),
  decision: z.string().nullable(),
  bookedBy: z.string().nullable(),
});
export type DepositRecord = z.infer<typeof deposit>;

const atMachine = z.object({
  /** the code printed on the machine */
  equipmentId: text(24),
  unit: z.enum(depositUnits).default('coin'),
});
const ownDeposit = z.object({
  ...counted,
  /** pieces that went through so far, while it counts */
  seen: amountOf('unit'),
  /** something stopped the count before its end */
  stuck: bool(),
  /** how often to press the button at the machine, while it waits for that */
  presses: z.int().nullable(),
});
export type OwnDeposit = z.infer<typeof ownDeposit>;

const base = '/api/blade-storagecoindetail/storagecoindetail' as const;

export const depositContract = {
  listDeposits: get(`${base}/selectStorageCoinRecordVOList`, view, {
    input: pageInput(
      {
        ...machineFilters,
        ...dayFilters,
        unit: unit().optional(),
        state: state().optional(),
      },
      ['createdAt', 'amount'],
    ),
    output: pageOf(deposit),
    refreshedBy: [depositChanged],
    summary: 'Coins and tickets that deposit machines counted, and whose account they went to',
  }),
  bookDeposits: post(`${base}/batchInAccount`, issue, {
    lets: 'coins',
    books: 'value',
    place: 'json',
    input: z.object({
      ids: ids(100),
      /** whose account, where the machine does not know whom it counted for */
      playerId: id().optional(),
    }),
    output: z.object({ booked: z.int(), coins: z.int(), tickets: z.int() }),
    emits: [depositChanged],
    summary: "Puts counted coins and tickets into a player's account, each once",
  }),
  decideDeposit: post(`${base}/decideHeld`, review, {
    lets: 'coins',
    books: 'value',
    input: z.object({
      id: id(),
      decision: choiceOf('coins:decision', ['book', 'refuse']),
      /** to book; less than the machine told where less was there */
      amount: int(1, 1_000_000_000).optional(),
      /** whose account, where the machine does not know whom it counted for */
      playerId: id().optional(),
      reason: text(200),
    }),
    output: z.object({ state: state(), unit: unit(), amount: amountOf('unit').nullable() }),
    emits: [depositChanged],
    summary: 'Decides about a count that was set aside: books it, books less of it, or refuses it, once',
  }),
  startDeposit: get(`${base}/playerOnLineStorageCoin`, 'player', {
    changes: true,
    rate: { max: 20, windowSeconds: 60 },
    input: atMachine.extend({
      /** the code on the machine's screen just now, scanned or typed; without it the button at the machine is asked for */
      p: text(16).optional(),
    }),
    output: z.object({ id: z.string() }),
    emits: [depositChanged, ownDepositChanged],
    summary:
      'A player who shows to stand before a deposit machine lets it count; answers the deposit to watch, the same one while it still counts',
  }),
  readOwnDeposit: get(`${base}/detail`, 'player', {
    input: z.object({ id: id() }),
    output: ownDeposit,
    refreshedBy: [ownDepositChanged],
    summary: "One of the player's own deposits",
  }),
  readDepositing: get(`${base}/depositing`, 'player', {
    input: atMachine,
    output: z.object({
      merchantName: z.string(),
      fieldName: z.string(),
      equipmentNo: z.int(),
      /** it hears us, and nothing is stuck in it */
      works: bool(),
      unit: unit(),
      /** what the player has there */
      balance: amountOf('unit'),
      /** what goes on, or waits for the player's word */
      open: ownDeposit.nullable(),
      recent: z.array(ownDeposit),
    }),
    refreshedBy: [ownDepositChanged],
    summary: "A deposit machine before the player: whether it works, and the player's own deposits there",
  }),
  stopDeposit: post(`${base}/stopCounting`, 'player', {
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ id: id() }),
    output: z.object({}),
    summary: 'The player has poured everything in: the machine shall end its count',
  }),
  bookOwnDeposit: post(`${base}/inAccount`, 'player', {
    lets: 'coins',
    books: 'value',
    input: z.object({ id: id() }),
    output: z.object({ unit: unit(), amount: amountOf('unit'), balance: amountOf('unit') }),
    emits: [depositChanged, ownDepositChanged],
    summary: "Puts what a machine counted for the player into the player's own account, once",
  }),
};
