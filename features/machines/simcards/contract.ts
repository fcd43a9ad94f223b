import { z } from 'zod';
import { deviceListed } from '#features/machines/devices/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import {
  bytes,
  choiceOf,
  day,
  flagOf,
  id,
  ids,
  int,
  longText,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import {
  creationTime,
  entryTime,
  machineFields,
  maybeMachineFields,
  maybeSiteFields,
  siteFields,
} from '#kit/contract/things.ts';

/** sim: the mobile card inside a device; ic: a chip card of a member or of staff. */
export const cardKinds = ['sim', 'ic'] as const;
export type CardKind = (typeof cardKinds)[number];

export const operators = ['mobile', 'unicom', 'telecom', 'broadnet', 'other'] as const;
export type Operator = (typeof operators)[number];

export const expiryStates = ['none', 'ok', 'soon', 'expired'] as const;
export type ExpiryState = (typeof expiryStates)[number];
export const trafficStates = ['none', 'ok', 'high', 'over'] as const;
export type TrafficState = (typeof trafficStates)[number];

/** What somebody has to look after. */
export const attentions = ['expiring', 'traffic', 'unassigned'] as const;

export const cardEventKinds = ['added', 'assigned', 'unassigned', 'renewed'] as const;
export type CardEventKind = (typeof cardEventKinds)[number];

export const importProblems = ['number', 'operator', 'expiry', 'repeated', 'known', 'fields'] as const;
export type ImportProblem = (typeof importProblems)[number];

/** Without an id many cards changed at once. */
export const cardChanged = defineEvent<{ id?: string }>('card.changed');
const thatCardChanged = refresherOf(cardChanged, (data, input) => !data.id || data.id === input.id);

const cardKind = () => choiceOf('simcards:kind', cardKinds);
const operator = () => choiceOf('simcards:operator', operators);
const expiryState = () =>
  choiceOf('simcards:expiry', expiryStates, { none: 'quiet', ok: 'good', soon: 'waiting', expired: 'bad' });
const trafficState = () =>
  choiceOf('simcards:trafficState', trafficStates, {
    none: 'quiet',
    ok: 'good',
    high: 'waiting',
    over: 'bad',
  });
const enabled = () => flagOf('simcards:enabled', { yes: 'good', no: 'quiet' });

export const expiringDays = 30;
export const highTrafficPercent = 80;
export const maxImportLines = 500;
const maxBytes = 1024 ** 5;

const view = permit('simcards.view');
const edit = permit('simcards.edit');

const bytesInput = () => bytes().max(maxBytes);
/** Beyond these a date is a slip of the finger. */
export const isPlausibleExpiry = (value: string) => value >= '2000-01-01' && value <= '2099-12-31';
const expiryDay = () => day().refine(isPlausibleExpiry, { error: 'simcards:error.expiryDay' });
const note = () => longText(200).optional();

const cardFields = {
  kind: cardKind(),
  number: z.string(),
  operator: operator().nullable(),
  /** without a number although the card sits in a device: the device left the merchant, and the name says so */
  ...maybeMachineFields,
  ...maybeSiteFields,
  expiresOn: day().nullable(),
  daysLeft: z.int().nullable(),
  expiryState: expiryState(),
  /** of one month; null: not limited */
  trafficLimitBytes: bytes().nullable(),
  /** in the current month */
  trafficUsedBytes: bytes(),
  trafficState: trafficState(),
  holder: z.string().nullable(),
  enabled: enabled(),
  remark: z.string().nullable(),
  createdAt: creationTime(),
};
const cardRecord = z.object({ id: z.string(), ...cardFields });
export type CardRecord = z.infer<typeof cardRecord>;

const cardEvent = z.object({
  id: z.string(),
  createdAt: entryTime(),
  kind: choiceOf('simcards:eventKind', cardEventKinds),
  /** what happened and what was noted about it, in the caller's language */
  text: z.string(),
  equipmentNo: z.int().nullable(),
  /** the code on the machine, kept because it may leave */
  code: z.string().nullable(),
  months: z.int().nullable(),
  expiresBefore: day().nullable(),
  expiresAfter: day().nullable(),
  userName: z.string(),
  note: z.string().nullable(),
});
export type CardEvent = z.infer<typeof cardEvent>;

const cardDetail = z.object({
  id: z.string(),
  ...cardFields,
  history: z.array(cardEvent),
  traffic: z.array(z.object({ month: z.string(), usedBytes: bytes() })),
});
export type CardDetail = z.infer<typeof cardDetail>;

const { get, post } = callsAbout({ refreshedBy: [cardChanged, deviceListed], emits: [cardChanged] });

export const simcardsContract = {
  listCards: get('/api/blade-card/card/list', view, {
    input: pageInput(
      {
        kind: cardKind().optional(),
        number: text(40, 0).optional(),
        operator: operator().optional(),
        attention: choiceOf('simcards:attention', attentions).optional(),
        enabled: enabled().optional(),
      },
      ['expiresOn', 'trafficUsedBytes', 'createdAt'],
    ),
    output: pageOf(cardRecord),
    summary: 'SIM cards of devices and IC cards of people',
  }),
  readCard: get('/api/blade-card/card/detail', view, {
    input: z.object({ id: id() }),
    output: cardDetail,
    refreshedBy: [thatCardChanged, deviceListed],
    summary: 'One card with its renewals, assignments and traffic by month',
  }),
  saveCard: post('/api/blade-card/card/submit', edit, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      kind: cardKind(),
      number: text(40),
      operator: operator().optional().nullable(),
      expiresOn: expiryDay().optional().nullable(),
      trafficLimitBytes: bytesInput().optional().nullable(),
      holder: text(40).optional().nullable(),
      enabled: enabled().optional(),
      remark: longText(200).optional().nullable(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a card, or with an id changes it; null empties a field, an absent one stays',
  }),
  importCards: post('/api/blade-card/card/import', edit, {
    input: z.object({ kind: cardKind(), lines: longText(40_000, 1) }),
    output: z.object({
      added: z.int(),
      results: z.array(
        z.object({
          line: z.int(),
          text: z.string(),
          problem: choiceOf('simcards:import.problem', importProblems).nullable(),
        }),
      ),
    }),
    summary: 'Adds the cards of a pasted list, one per line; tells of each line what became of it',
  }),
  assignCard: post('/api/blade-card/card/assign', edit, {
    input: z.object({
      id: id(),
      equipmentId: id().meta({ field: 'reference' }).optional().nullable(),
      note: note(),
    }),
    summary: 'Puts a SIM card into a device, or without one takes it out',
  }),
  renewCard: post('/api/blade-card/card/renew', edit, {
    place: 'json',
    input: z.object({
      id: id(),
      months: int(1, 60),
      /** the expiry the caller saw: a second person renewing the same card is told so */
      expiresOn: day().nullable(),
      note: note(),
    }),
    output: z.object({ expiresOn: day() }),
    summary: 'Books a renewal that was paid to the network operator',
  }),
  enterTraffic: post('/api/blade-card/card/traffic', edit, {
    input: z.object({ id: id(), usedBytes: bytesInput() }),
    summary: "Enters the traffic of the current month as the operator's bill says it",
  }),
  removeCards: post('/api/blade-card/card/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes cards that sit in no device',
  }),
  listCardDevices: get('/api/blade-card/card/devices', view, {
    input: pageInput({ keyword: text(40, 0).optional() }, ['equipmentNo']),
    output: pageOf(
      z.object({ ...machineFields, code: z.string(), ...siteFields, cardNumber: z.string().nullable() }),
    ),
    summary: 'Devices a SIM card can be put into, free ones first, and the card that sits in each',
  }),
};
