import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  dayRange,
  id,
  int,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';
import { stockChanged } from './events.ts';
import { documentKind } from './kinds.ts';
import { maxPieces, variantFields } from './levels.ts';

export type { DocumentKind } from './kinds.ts';

const view = permit('stock.view');
const book = permit('stock.book');

export const maxLines = 200;
const maxUnitCostFen = 10_000_000;
const variantId = id();
const note = () => longText(200).optional();
const reason = () => longText(200, 1);
const store = () => id().meta({ field: 'reference' });
const linesOf = <L extends z.ZodObject>(line: L) => z.array(line).min(1).max(maxLines);
const moved = () => linesOf(z.object({ variantId, pieces: int(1, maxPieces) }));

const headFields = {
  id: z.string(),
  number: z.string(),
  kind: documentKind(),
  storeId: z.string(),
  storeName: z.string(),
  toStoreName: z.string().nullable(),
  supplierName: z.string().nullable(),
  piecesIn: z.int(),
  piecesOut: z.int(),
  /** what the stock is worth more or less by it */
  costFen: signedFen(),
  /** a document that took it back was booked */
  reversed: bool(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: entryTime(),
};
const documentRecord = z.object(headFields);
export type DocumentRecord = z.infer<typeof documentRecord>;

const documentLine = z.object({
  id: z.string(),
  ...variantFields,
  /** what it changed; of a transfer what was moved */
  pieces: z.int(),
  unitCostFen: moneyFen().nullable(),
  costFen: signedFen(),
  expected: z.int().nullable(),
  counted: z.int().nullable(),
  onHandAfter: z.int(),
});
const documentDetail = z.object({
  ...headFields,
  merchantName: z.string(),
  /** the document that took it back, or the one that it takes back */
  otherId: z.string().nullable(),
  otherNumber: z.string().nullable(),
  mayReverse: z.boolean(),
  lines: z.array(documentLine),
});
export type DocumentDetail = z.infer<typeof documentDetail>;

const booked = z.object({ id: z.string(), number: z.string() });

const { get, post } = callsAbout({ refreshedBy: [stockChanged], emits: [stockChanged] });

export const documentsContract = {
  listDocuments: get('/api/blade-jfscStock/document/list', view, {
    input: pageInput(
      {
        number: text(40, 0).optional(),
        kind: documentKind().optional(),
        storeId: id().optional(),
        supplierId: id().optional(),
        ...dayRange,
      },
      ['createdAt'],
    ),
    output: pageOf(documentRecord),
    summary: 'Documents, the newest first',
  }),
  readDocument: get('/api/blade-jfscStock/document/detail', view, {
    input: z.object({ id: id() }),
    output: documentDetail,
    summary: 'One document with its lines',
  }),
  receiveStock: post('/api/blade-jfscStock/document/receive', book, {
    place: 'json',
    input: z.object({
      storeId: store(),
      supplierId: store().nullable().optional(),
      lines: linesOf(
        z.object({ variantId, pieces: int(1, maxPieces), unitCostFen: moneyFen(0, maxUnitCostFen) }),
      ),
      note: note(),
    }),
    output: booked,
    summary: 'Receives goods from a supplier at their cost',
  }),
  transferStock: post('/api/blade-jfscStock/document/transfer', book, {
    place: 'json',
    input: z.object({ storeId: store(), toStoreId: store(), lines: moved(), note: note() }),
    output: booked,
    summary: 'Moves goods from one store to another, with their cost',
  }),
  countStock: post('/api/blade-jfscStock/document/count', book, {
    place: 'json',
    input: z.object({
      storeId: store(),
      lines: linesOf(z.object({ variantId, counted: int(0, maxPieces) })),
      note: note(),
    }),
    output: booked,
    summary: 'Sets what a store has to what was counted there; the difference is in the document',
  }),
  loseStock: post('/api/blade-jfscStock/document/loss', book, {
    lets: 'goods',
    place: 'json',
    input: z.object({ storeId: store(), lines: moved(), note: reason() }),
    output: booked,
    summary: 'Writes off what is broken or gone, with a reason',
  }),
  reverseDocument: post('/api/blade-jfscStock/document/reverse', book, {
    input: z.object({ id: id(), note: reason() }),
    output: booked,
    summary: 'Takes a document back by another one; the first stays as it is',
  }),
};
