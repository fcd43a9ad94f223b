import { z } from 'zod';
import { presence } from '#features/machines/devices/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { refresherOf } from '#kit/contract/event.ts';
import {
  amountOf,
  choiceOf,
  day,
  id,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
} from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';
import { dispenseChanged, exchangeAccountChanged, exchangeCounted } from './events.ts';
import { dayFilters, edit, machineFields, machineFilters, view } from './shared.ts';

export const dispenseSources = ['note', 'order', 'staff'] as const;
export type DispenseSource = (typeof dispenseSources)[number];
/** pending: a note was taken and the machine has not told yet what it gave for it */
export const dispenseOutcomes = [
  'pending',
  'full',
  'partial',
  'jam',
  'empty',
  'timeout',
  'failed',
  'unknown',
] as const;
export type DispenseOutcome = (typeof dispenseOutcomes)[number];

const entryKinds = ['opening', 'load', 'machineLoad', 'out', 'emptied', 'count'] as const;
export type EntryKind = (typeof entryKinds)[number];
const stocktakeStates = ['counting', 'done', 'failed'] as const;
export type StocktakeState = (typeof stocktakeStates)[number];

export const maxHopperCoins = 20_000;

const source = () => choiceOf('coins:source', dispenseSources);
const outcome = () =>
  choiceOf('coins:outcome', dispenseOutcomes, {
    pending: 'waiting',
    full: 'good',
    partial: 'waiting',
    jam: 'bad',
    empty: 'bad',
    timeout: 'bad',
    failed: 'bad',
    unknown: 'waiting',
  });
const stocktakeState = () => choiceOf('coins:stocktakeState', stocktakeStates);

const dispense = z.object({
  id: z.string(),
  createdAt: entryTime('second'),
  ...machineFields,
  source: source(),
  /** in words: the note, the pay way of the order, or the person who gave them away */
  paid: z.string(),
  payWay: z.string().nullable(),
  paidYuan: z.int().nullable(),
  asked: z.int().nullable(),
  counted: z.int().nullable(),
  outcome: outcome(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  /** the order it belongs to */
  orderId: z.string().nullable(),
  userName: z.string().nullable(),
  settledAt: instant().nullable(),
});
export type DispenseRecord = z.infer<typeof dispense>;

const account = z.object({
  ...machineFields,
  ...presence,
  /** what was in it when somebody counted last; null when nobody ever has */
  baseCoins: z.int().nullable(),
  baseAt: instant().nullable(),
  /** since then */
  loaded: z.int(),
  out: z.int(),
  /** base and loaded less out; null without a base */
  expected: z.int().nullable(),
  /** what the machine itself believes to have, hopper by hopper */
  hoppers: z.array(z.object({ hopper: z.int(), coins: z.int() })),
  /** of the last count; below zero: coins are missing */
  difference: z.int().nullable(),
});
export type ExchangeAccount = z.infer<typeof account>;

const stocktake = z.object({
  id: z.string(),
  ...machineFields,
  state: stocktakeState(),
  hoppers: z.array(z.object({ hopper: z.int(), coins: z.int().nullable() })),
  reasonName: z.string().nullable(),
  expected: z.int().nullable(),
  counted: z.int().nullable(),
  difference: z.int().nullable(),
});
export type StocktakeRecord = z.infer<typeof stocktake>;

const requestId = () => id().optional();
const remark = () => longText(100).optional();
const base = '/api/blade-coins/exchange' as const;
const ofMachine = { equipmentId: id() };

export const exchangeMachinesContract = {
  listDispenses: get('/api/blade-cashier/cashier/exchangeFlow', view, {
    input: pageInput(
      {
        ...machineFilters,
        ...dayFilters,
        source: source().optional(),
        outcome: outcome().optional(),
      },
      ['createdAt', 'asked', 'counted'],
    ),
    output: pageOf(dispense),
    refreshedBy: [dispenseChanged],
    summary: 'Every dispense of coin exchange machines: asked, counted, how it ended, paid by what',
  }),
  exchangeFlow: get('/api/blade-user/selectExchangeFlowOnLineOrOffline', view, {
    input: z.object({ ...machineFilters, ...dayFilters }),
    output: z.array(
      z.object({
        day: day(),
        /** paid with a phone or a balance */
        onlineDispenses: z.int(),
        onlineCoins: z.int(),
        /** notes, and coins handed out by staff */
        offlineDispenses: z.int(),
        offlineCoins: z.int(),
        notesYuan: z.int(),
        /** asked for and not counted */
        missingCoins: z.int(),
      }),
    ),
    refreshedBy: [dispenseChanged],
    summary: 'Coins given by exchange machines by day, online and offline; the last 31 days unless told',
  }),
  listExchangeAccounts: get(`${base}/accounts`, view, {
    input: pageInput({ fieldId: id().optional() }, ['equipmentNo']),
    output: pageOf(account),
    refreshedBy: [exchangeAccountChanged, exchangeCounted],
    summary: 'What should be in each coin exchange machine, and what was counted last',
  }),
  readExchangeAccount: get(`${base}/account`, view, {
    input: z.object(ofMachine),
    output: account,
    refreshedBy: [exchangeAccountChanged, exchangeCounted],
    summary: 'The coins of one exchange machine',
  }),
  listExchangeEntries: get(`${base}/entries`, view, {
    input: pageInput({ ...ofMachine, ...dayFilters }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: entryTime(),
        day: day(),
        kind: choiceOf('coins:entry', entryKinds),
        /** what it changed; for a count the difference */
        coins: amountOf('unit', 'kit:pieces', true),
        unit: z.literal('coin'),
        expected: z.int().nullable(),
        counted: z.int().nullable(),
        userName: z.string().nullable(),
        remark: z.string(),
      }),
    ),
    refreshedBy: [exchangeAccountChanged, exchangeCounted],
    summary: 'What went into and out of an exchange machine, and every count',
  }),
  loadExchange: post(`${base}/load`, edit, {
    repeats: 'recognised',
    input: z.object({
      ...ofMachine,
      hopper: int(1, 3),
      coins: int(1, maxHopperCoins),
      remark: remark(),
      requestId: requestId(),
    }),
    output: z.object({ id: z.string(), told: z.boolean() }),
    emits: [exchangeAccountChanged],
    summary: 'Staff poured coins into a hopper; the machine is told when it is there to hear it',
  }),
  countExchange: post(`${base}/stocktake`, edit, {
    repeats: 'recognised',
    input: z.object({
      ...ofMachine,
      counted: int(0, 3 * maxHopperCoins),
      remark: remark(),
      requestId: requestId(),
    }),
    output: stocktake,
    emits: [exchangeAccountChanged],
    summary:
      'Staff counted all coins in a machine: records the difference; the first count opens the account',
  }),
  countByMachine: post(`${base}/count`, edit, {
    input: z.object({ ...ofMachine, remark: remark(), requestId: requestId() }),
    output: stocktake,
    emits: [exchangeCounted],
    summary: 'The machine counts its hoppers one after the other; answers the count to watch',
  }),
  readStocktake: get(`${base}/stocktake/detail`, view, {
    input: z.object({ id: id() }),
    output: stocktake,
    refreshedBy: [refresherOf(exchangeCounted, (data, input) => data.id === input.id)],
    summary: 'A count under way or done',
  }),
};
