import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  day,
  done,
  empty,
  id,
  ids,
  int,
  longText,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';

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

export const expiringDays = 30;
export const highTrafficPercent = 80;
export const maxImportLines = 500;
const maxBytes = 1024 ** 5;

const view = permit('simcards.view');
const edit = permit('simcards.edit');

const bytes = () => int(0, maxBytes);
/** Beyond these a date is a slip of the finger. */
export const isPlausibleExpiry = (value: string) => value >= '2000-01-01' && value <= '2099-12-31';
const expiryDay = () => day().refine(isPlausibleExpiry, { error: 'simcards:error.expiryDay' });
const note = () => longText(200).optional();

const cardFields = {
  kind: z.enum(cardKinds),
  number: z.string(),
  operator: z.enum(operators).nullable(),
  equipmentId: z.string().nullable(),
  /** null although the card sits in a device: the device left the merchant */
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  fieldName: z.string().nullable(),
  expiresOn: z.string().nullable(),
  daysLeft: z.int().nullable(),
  expiryState: z.enum(expiryStates),
  /** of one month; null: not limited */
  trafficLimitBytes: z.int().nullable(),
  /** in the current month */
  trafficUsedBytes: z.int(),
  trafficState: z.enum(trafficStates),
  holder: z.string().nullable(),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  createdAt: z.string(),
};
const cardRecord = z.object({ id: z.string(), ...cardFields });
export type CardRecord = z.infer<typeof cardRecord>;

const cardEvent = z.object({
  id: z.string(),
  createdAt: z.string(),
  kind: z.enum(cardEventKinds),
  equipmentNo: z.int().nullable(),
  /** the code on the machine, kept because it may leave */
  code: z.string().nullable(),
  months: z.int().nullable(),
  expiresBefore: z.string().nullable(),
  expiresAfter: z.string().nullable(),
  userName: z.string(),
  note: z.string().nullable(),
});
export type CardEvent = z.infer<typeof cardEvent>;

const cardDetail = z.object({
  id: z.string(),
  ...cardFields,
  history: z.array(cardEvent),
  traffic: z.array(z.object({ month: z.string(), usedBytes: z.int() })),
});
export type CardDetail = z.infer<typeof cardDetail>;

export const simcardsContract = {
  listCards: defineEndpoint({
    method: 'GET',
    path: '/api/blade-card/card/list',
    access: view,
    input: pageInput(
      {
        kind: z.enum(cardKinds).optional(),
        number: text(40, 0).optional(),
        operator: z.enum(operators).optional(),
        attention: z.enum(attentions).optional(),
        enabled: z.boolean().optional(),
      },
      ['expiresOn', 'trafficUsedBytes', 'createdAt'],
    ),
    output: pageOf(cardRecord),
    summary: 'SIM cards of devices and IC cards of people',
  }),
  readCard: defineEndpoint({
    method: 'GET',
    path: '/api/blade-card/card/detail',
    access: view,
    input: z.object({ id: id() }),
    output: cardDetail,
    summary: 'One card with its renewals, assignments and traffic by month',
  }),
  saveCard: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/submit',
    access: edit,
    place: 'json',
    input: z.object({
      id: id().optional(),
      kind: z.enum(cardKinds).meta({ field: 'choice' }),
      number: text(40),
      operator: z.enum(operators).meta({ field: 'choice' }).optional().nullable(),
      expiresOn: expiryDay().optional().nullable(),
      trafficLimitBytes: bytes().optional().nullable(),
      holder: text(40).optional().nullable(),
      enabled: bool().optional(),
      remark: longText(200).optional().nullable(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a card, or with an id changes it; null empties a field, an absent one stays',
  }),
  importCards: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/import',
    access: edit,
    input: z.object({ kind: z.enum(cardKinds), lines: longText(40_000, 1) }),
    output: z.object({
      added: z.int(),
      results: z.array(
        z.object({
          line: z.int(),
          text: z.string(),
          problem: z.enum(importProblems).nullable(),
        }),
      ),
    }),
    summary: 'Adds the cards of a pasted list, one per line; tells of each line what became of it',
  }),
  assignCard: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/assign',
    access: edit,
    input: z.object({
      id: id(),
      equipmentId: id().meta({ field: 'reference' }).optional().nullable(),
      note: note(),
    }),
    output: done(),
    summary: 'Puts a SIM card into a device, or without one takes it out',
  }),
  renewCard: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/renew',
    access: edit,
    place: 'json',
    input: z.object({
      id: id(),
      months: int(1, 60),
      /** the expiry the caller saw: a second person renewing the same card is told so */
      expiresOn: day().nullable(),
      note: note(),
    }),
    output: z.object({ expiresOn: z.string() }),
    summary: 'Books a renewal that was paid to the network operator',
  }),
  enterTraffic: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/traffic',
    access: edit,
    input: z.object({ id: id(), usedBytes: bytes() }),
    output: done(),
    summary: "Enters the traffic of the current month as the operator's bill says it",
  }),
  removeCards: defineEndpoint({
    method: 'POST',
    path: '/api/blade-card/card/remove',
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Removes cards that sit in no device',
  }),
  listCardDevices: defineEndpoint({
    method: 'GET',
    path: '/api/blade-card/card/devices',
    access: view,
    input: empty(),
    output: z.array(
      z.object({
        equipmentId: z.string(),
        equipmentNo: z.int(),
        equipmentName: z.string().nullable(),
        code: z.string(),
        fieldName: z.string().nullable(),
        cardNumber: z.string().nullable(),
      }),
    ),
    summary: 'Devices a SIM card can be put into, and the card that sits in each',
  }),
};
