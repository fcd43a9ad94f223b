import { z } from 'zod';
import { deviceChanged } from '#features/machines/devices/contract/events.ts';
import { settingsChanged } from '#features/machines/settings/contract/events.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  bool,
  choiceOf,
  day,
  dayRange,
  id,
  ids,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  text,
} from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import {
  deviceRecord,
  expiry,
  fill,
  laneLevel,
  maxLanes,
  ofDevice,
  requestId,
  roundChanged,
  stockChanged,
  templateChanged,
  view,
} from './records.ts';

/** sold: by the machine, for money or a win; test: fell in a test; report: the machine's own count was taken over. */
export const movementKinds = ['load', 'unload', 'loss', 'sold', 'test', 'correct', 'report'] as const;
export type MovementKind = (typeof movementKinds)[number];

const movementKind = () =>
  choiceOf('vending:kind', movementKinds, {
    load: 'good',
    unload: 'info',
    loss: 'bad',
    sold: 'quiet',
    test: 'info',
    correct: 'waiting',
    report: 'waiting',
  });

/** Why goods are thrown away. */
export const lossReasons = ['expired', 'damaged', 'missing'] as const;
export type LossReason = (typeof lossReasons)[number];
const lossReason = () => choiceOf('vending:lossReason', lossReasons);

export const roundStates = ['open', 'done'] as const;
export type RoundState = (typeof roundStates)[number];
const roundState = () => choiceOf('vending:roundState', roundStates, { open: 'waiting', done: 'good' });

const stockRecord = deviceRecord.extend({
  /** lanes that are open and have a product */
  laneNumber: z.int(),
  emptyLanes: z.int(),
  lowLanes: z.int(),
  unsetLanes: z.int(),
  /** goods in them have expired; soon will */
  expiredLanes: z.int(),
  expiringLanes: z.int(),
  stock: z.int(),
  capacity: z.int(),
  missing: z.int(),
  /** the higher, the sooner someone should go there */
  need: z.int(),
  lanes: z.array(z.object({ lane: z.int(), stock: z.int(), capacity: z.int(), level: laneLevel() })),
});
export type StockRecord = z.infer<typeof stockRecord>;

export const movementRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  kind: movementKind(),
  ...machineFields,
  ...siteFields,
  lane: z.int(),
  templateName: z.string().nullable(),
  /** of a correction or a report the difference, else pieces moved */
  amount: z.int(),
  /** reported out by the machine although the book held none */
  missing: z.int(),
  stockBefore: z.int(),
  stockAfter: z.int(),
  costFen: moneyFen(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
  reason: lossReason().nullable(),
  expiryDate: day().nullable(),
});
export type MovementRecord = z.infer<typeof movementRecord>;

export const visitRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  ...machineFields,
  ...siteFields,
  laneNumber: z.int(),
  /** pieces filled, taken out to be used elsewhere, thrown away */
  loaded: z.int(),
  taken: z.int(),
  lost: z.int(),
  /** what was thrown away had cost */
  lossFen: moneyFen(),
  userName: z.string(),
});
export type VisitRecord = z.infer<typeof visitRecord>;

const roundBrief = z.object({
  id: z.string(),
  createdAt: instant(),
  endedAt: instant().nullable(),
  userName: z.string().nullable(),
  state: roundState(),
  pieces: z.int(),
  lineNumber: z.int(),
  filledNumber: z.int(),
  deviceNumber: z.int(),
  fieldNames: z.array(z.string()),
});
export type RoundBrief = z.infer<typeof roundBrief>;

const roundDetail = roundBrief.extend({
  products: z.array(
    z.object({
      templateId: z.string(),
      templateName: z.string(),
      image: picture().nullable(),
      packingTip: z.string().nullable(),
      partnerNumber: z.string().nullable(),
      ...expiry,
      amount: z.int(),
      emptyLanes: z.int(),
      packed: z.boolean(),
    }),
  ),
  /** for claw machines and glass cabinets */
  prizes: z.array(
    z.object({
      giftId: z.string(),
      giftName: z.string(),
      picture: picture().nullable(),
      amount: z.int(),
      emptyMachines: z.int(),
      warehouseStock: z.int(),
      packed: z.boolean(),
    }),
  ),
  stops: z.array(
    z.object({
      equipmentId: z.string(),
      /** null: it left the merchant meanwhile */
      device: deviceRecord.nullable(),
      fieldName: z.string(),
      /** null: a machine with lanes */
      prize: z
        .object({
          giftId: z.string(),
          giftName: z.string(),
          planned: z.int(),
          filled: z.int().nullable(),
          wasEmpty: z.boolean(),
        })
        .nullable(),
      lanes: z.array(
        z.object({
          lane: z.int(),
          templateId: z.string(),
          templateName: z.string(),
          planned: z.int(),
          filled: z.int().nullable(),
          wasEmpty: z.boolean(),
          ...expiry,
        }),
      ),
    }),
  ),
});
export type RoundDetail = z.infer<typeof roundDetail>;

const movedLane = { lane: int(1, maxLanes), amount: int(0, 200) };

export const stockCalls = {
  listStock: get('/api/blade-vending/stock/list', view, {
    input: pageInput({ name: text(40, 0).optional(), fieldId: id().optional(), needy: bool().optional() }, [
      'need',
      'equipmentNo',
    ]),
    output: pageOf(stockRecord),
    refreshedBy: [stockChanged, templateChanged, deviceChanged, settingsChanged],
    summary: 'Machines that hold products, those that need a visit most first',
  }),
  fillLanes: post('/api/blade-vending/stock/fill', fill, {
    lets: 'goods',
    place: 'json',
    input: z.object({
      ...ofDevice,
      lanes: z
        .array(
          z.object({
            ...movedLane,
            /** pieces found in the lane before, when they are not what the book says */
            counted: int(0, 200).optional(),
            /** of these so many were thrown away before the new ones came in, and why */
            lost: int(0, 200).optional(),
            lossReason: lossReason().default('expired'),
            /** of the new pieces; absent: the date of the product */
            expiryDate: day().optional(),
          }),
        )
        .min(1)
        .max(maxLanes),
      roundId: id().optional(),
      requestId: requestId(),
    }),
    output: z.object({ filled: z.int() }),
    emits: [stockChanged, roundChanged],
    summary: 'What was really filled, lane by lane; a lane never holds more than its capacity',
  }),
  unloadLanes: post('/api/blade-vending/stock/unload', fill, {
    lets: 'goods',
    place: 'json',
    input: z.object({
      ...ofDevice,
      lanes: z.array(z.object(movedLane)).min(1).max(maxLanes),
      note: text(100, 0).optional(),
      /** thrown away: a loss; absent: to be used elsewhere */
      lossReason: lossReason().optional(),
      requestId: requestId(),
    }),
    output: z.object({ taken: z.int() }),
    emits: [stockChanged],
    summary: 'Takes pieces out of lanes: expired, damaged, or to change the product',
  }),
  listVisits: get('/api/blade-vending/visit/list', view, {
    input: pageInput(
      {
        equipmentId: id().optional(),
        fieldId: id().optional(),
        userName: text(40, 0).optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(visitRecord),
    refreshedBy: [stockChanged],
    summary: 'Visits of staff to machines: what each filled, took out and threw away',
  }),
  listMovements: get('/api/blade-vending/stock/records', view, {
    input: pageInput(
      {
        kind: movementKind().optional(),
        visitId: id().optional(),
        /** only what people did, or only what machines did */
        by: choiceOf('vending:by', ['staff', 'machine']).optional(),
        equipmentId: id().optional(),
        fieldId: id().optional(),
        templateId: id().optional(),
        userName: text(40, 0).optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(movementRecord),
    refreshedBy: [stockChanged],
    summary: 'Who filled what and when, and every other movement of every lane',
  }),

  listRounds: get('/api/blade-vending/round/list', view, {
    input: pageInput({ state: roundState().optional() }, ['createdAt']),
    output: pageOf(roundBrief),
    refreshedBy: [roundChanged],
    summary: 'Replenishment rounds, newest first',
  }),
  readRound: get('/api/blade-vending/round/detail', view, {
    input: z.object({ id: id() }),
    output: roundDetail,
    refreshedBy: [roundChanged],
    summary: 'A round: what to take along by product, then the stops with their lanes, by need',
  }),
  createRound: post('/api/blade-vending/round/submit', fill, {
    place: 'json',
    input: z.object({
      equipmentIds: ids(200),
      /** leaves out lanes that are neither empty nor low */
      onlyLow: bool().default(false),
      /** also machines with prizes at the same sites where these are low or empty */
      withPrizes: bool().default(false),
    }),
    output: z.object({ id: z.string() }),
    emits: [roundChanged],
    summary: 'Plans a round over machines: every lane and every prize that has room, filled up',
  }),
  packRound: post('/api/blade-vending/round/pack', fill, {
    input: z.object({ id: id(), templateId: id().optional(), giftId: id().optional(), packed: bool() }),
    emits: [roundChanged],
    summary: 'Ticks a product or a gift of the pick list',
  }),
  closeRound: post('/api/blade-vending/round/close', fill, {
    input: z.object({ id: id() }),
    emits: [roundChanged],
    summary: 'Ends a round; what was not filled stays unfilled',
  }),
};
