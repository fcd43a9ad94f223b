import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  dayRange,
  id,
  ids,
  int,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';
import { goodsChanged, stockChanged } from './events.ts';
import { barcode } from './goods.ts';
import { documentKind } from './kinds.ts';

const view = permit('stock.view');
const edit = permit('stock.edit');

export const maxPieces = 9_999_999;

/** How what is free stands against the alarm threshold; at the threshold it is low already. */
export const levelStates = ['empty', 'low', 'ok'] as const;
export type LevelState = (typeof levelStates)[number];
const levelState = () => choiceOf('stock:level', levelStates, { empty: 'bad', low: 'waiting', ok: 'good' });

/** A variant of a good as pages name it. */
export const variantFields = {
  variantId: z.string(),
  goodName: z.string(),
  /** empty where the good has only one */
  variantName: z.string(),
  picture: picture().nullable(),
  barcode: z.string().nullable(),
};

const levelRecord = z.object({
  id: z.string(),
  storeId: z.string(),
  storeName: z.string(),
  goodId: z.string(),
  ...variantFields,
  onHand: z.int(),
  reserved: z.int(),
  /** on hand and not kept for anybody */
  free: z.int(),
  /** rounded to whole fen, to look at; books keep the value of all pieces */
  averageCostFen: moneyFen().nullable(),
  valueFen: moneyFen(),
  alarmThreshold: z.int(),
  state: levelState(),
});
export type LevelRecord = z.infer<typeof levelRecord>;

const candidate = z.object({
  id: z.string(),
  ...variantFields,
  /** in the store that was named */
  onHand: z.int(),
  free: z.int(),
  averageCostFen: moneyFen().nullable(),
  lastCostFen: moneyFen(),
});
export type Candidate = z.infer<typeof candidate>;

const lineRecord = z.object({
  id: z.string(),
  documentId: z.string(),
  number: z.string(),
  kind: documentKind(),
  pieces: z.int(),
  onHandAfter: z.int(),
  costFen: signedFen(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: entryTime(),
});
export type LineRecord = z.infer<typeof lineRecord>;

export const levelsContract = {
  listLevels: get('/api/blade-jfscStock/stock/list', view, {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        storeId: id().optional(),
        categoryId: id().optional(),
        goodId: id().optional(),
        /** `low` asks for the empty ones too */
        state: choiceOf('stock:level', ['low', 'ok']).optional(),
      },
      ['goodName', 'onHand', 'free', 'valueFen'],
    ),
    output: pageOf(levelRecord),
    refreshedBy: [goodsChanged, stockChanged],
    summary: 'What lies in which store: on hand, kept for orders, free, average cost, alarm',
  }),
  readTotals: get('/api/blade-jfscStock/stock/totals', view, {
    input: z.object({ storeId: id().optional() }),
    output: z.object({ pieces: z.int(), reserved: z.int(), valueFen: moneyFen(), low: z.int() }),
    refreshedBy: [goodsChanged, stockChanged],
    summary: 'All stock of the stores that the caller sees, or of one',
  }),
  setAlarm: post('/api/blade-jfscStock/stock/alarm', edit, {
    input: z.object({ ids: ids(), alarmThreshold: int(0, maxPieces) }),
    emits: [stockChanged],
    summary: 'From how many free pieces on a store is told to be low on a good',
  }),
  listLines: get('/api/blade-jfscStock/stock/records', view, {
    input: pageInput({ storeId: id(), variantId: id(), ...dayRange }, ['createdAt']),
    output: pageOf(lineRecord),
    refreshedBy: [stockChanged],
    summary: 'Every change of one variant in one store',
  }),
  listVariants: get('/api/blade-jfscStock/stock/variants', view, {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        barcode: barcode().optional(),
        ids: ids().optional(),
        storeId: id().optional(),
      },
      ['goodName'],
    ),
    output: pageOf(candidate),
    refreshedBy: [goodsChanged, stockChanged],
    summary: 'Variants to put on a document, found by name or by barcode, with what a store has of them',
  }),
};
