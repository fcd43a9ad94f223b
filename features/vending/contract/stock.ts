import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { bool, day, done, id, ids, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { laneLevels } from '../lane-need.ts';
import { deviceRecord, expiry, fill, maxLanes, ofDevice, requestId, view } from './records.ts';

/** sold: by the machine, for money or a win; test: fell in a test; report: the machine's own count was taken over. */
export const movementKinds = ['load', 'unload', 'sold', 'test', 'correct', 'report'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const roundStates = ['open', 'done'] as const;
export type RoundState = (typeof roundStates)[number];

const stockRecord = deviceRecord.extend({
  /** lanes that are open and have a product */
  laneNumber: z.int(),
  emptyLanes: z.int(),
  lowLanes: z.int(),
  unsetLanes: z.int(),
  expiringLanes: z.int(),
  stock: z.int(),
  capacity: z.int(),
  missing: z.int(),
  /** the higher, the sooner someone should go there */
  need: z.int(),
  lanes: z.array(z.object({ lane: z.int(), stock: z.int(), capacity: z.int(), level: z.enum(laneLevels) })),
});
export type StockRecord = z.infer<typeof stockRecord>;

const movementRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  kind: z.enum(movementKinds),
  equipmentId: z.string(),
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  fieldName: z.string().nullable(),
  lane: z.int(),
  templateName: z.string().nullable(),
  /** of a correction or a report the difference, else pieces moved */
  amount: z.int(),
  /** reported out by the machine although the book held none */
  missing: z.int(),
  stockBefore: z.int(),
  stockAfter: z.int(),
  costFen: z.int(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
});
export type MovementRecord = z.infer<typeof movementRecord>;

const roundBrief = z.object({
  id: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  userName: z.string().nullable(),
  state: z.enum(roundStates),
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
      image: z.string().nullable(),
      packingTip: z.string().nullable(),
      partnerNumber: z.string().nullable(),
      ...expiry,
      amount: z.int(),
      emptyLanes: z.int(),
      packed: z.boolean(),
    }),
  ),
  stops: z.array(
    z.object({
      equipmentId: z.string(),
      /** null: it left the merchant meanwhile */
      device: deviceRecord.nullable(),
      fieldName: z.string(),
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
  listStock: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/stock/list',
    access: view,
    input: pageInput({ name: text(40, 0).optional(), fieldId: id().optional(), needy: bool().optional() }, [
      'need',
      'number',
    ]),
    output: pageOf(stockRecord),
    summary: 'Machines that hold products, those that need a visit most first',
  }),
  fillLanes: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/stock/fill',
    access: fill,
    place: 'json',
    input: z.object({
      ...ofDevice,
      lanes: z
        .array(
          z.object({
            ...movedLane,
            /** pieces found in the lane before, when they are not what the book says */
            counted: int(0, 200).optional(),
          }),
        )
        .min(1)
        .max(maxLanes),
      roundId: id().optional(),
      requestId: requestId(),
    }),
    output: z.object({ filled: z.int() }),
    summary: 'What was really filled, lane by lane; a lane never holds more than its capacity',
  }),
  unloadLanes: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/stock/unload',
    access: fill,
    place: 'json',
    input: z.object({
      ...ofDevice,
      lanes: z.array(z.object(movedLane)).min(1).max(maxLanes),
      note: text(100, 0).optional(),
      requestId: requestId(),
    }),
    output: z.object({ taken: z.int() }),
    summary: 'Takes pieces out of lanes: expired, damaged, or to change the product',
  }),
  listMovements: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/stock/records',
    access: view,
    input: pageInput(
      {
        kind: z.enum(movementKinds).optional(),
        /** only what people did, or only what machines did */
        by: z.enum(['staff', 'machine']).optional(),
        equipmentId: id().optional(),
        fieldId: id().optional(),
        templateId: id().optional(),
        userName: text(40, 0).optional(),
        from: day().optional(),
        to: day().optional(),
      },
      ['createdAt'],
    ),
    output: pageOf(movementRecord),
    summary: 'Who filled what and when, and every other movement of every lane',
  }),

  listRounds: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/round/list',
    access: view,
    input: pageInput({ state: z.enum(roundStates).optional() }, ['createdAt']),
    output: pageOf(roundBrief),
    summary: 'Replenishment rounds, newest first',
  }),
  readRound: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/round/detail',
    access: view,
    input: z.object({ id: id() }),
    output: roundDetail,
    summary: 'A round: what to take along by product, then the stops with their lanes, by need',
  }),
  createRound: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/round/submit',
    access: fill,
    place: 'json',
    input: z.object({
      equipmentIds: ids(200),
      /** leaves out lanes that are neither empty nor low */
      onlyLow: bool().default(false),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Plans a round over machines: every lane that has room, filled up',
  }),
  packRound: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/round/pack',
    access: fill,
    input: z.object({ id: id(), templateId: id(), packed: bool() }),
    output: done(),
    summary: 'Ticks a product of the pick list',
  }),
  closeRound: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/round/close',
    access: fill,
    input: z.object({ id: id() }),
    output: done(),
    summary: 'Ends a round; what was not filled stays unfilled',
  }),
};
