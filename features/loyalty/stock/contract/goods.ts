import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  choiceOf,
  id,
  ids,
  instant,
  int,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  picture,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';
import { goodsChanged, stockChanged } from './events.ts';

const view = permit('stock.view');
const edit = permit('stock.edit');

export const classKinds = ['category', 'group'] as const;
export type ClassKind = (typeof classKinds)[number];

/** Worked out from the switch and the times beside it; no job moves a good from one to the next. */
export const shelfStates = ['on', 'planned', 'ended', 'off'] as const;
export type ShelfState = (typeof shelfStates)[number];
const shelfState = () =>
  choiceOf('stock:shelf', shelfStates, { on: 'good', planned: 'waiting', ended: 'quiet', off: 'quiet' });

const maxPrice = 10_000_000;
const maxLimit = 99_999;
export const maxVariants = 50;
const limit = () => int(1, maxLimit).nullable().optional();
/** What a scanner types: digits of an EAN, or letters and signs of Code 128. */
export const barcode = () =>
  z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z][0-9A-Za-z./+-]{3,31}$/, { error: 'stock:error.barcodeForm' })
    .meta({ field: 'text' });

const classRecord = z.object({ id: z.string(), name: z.string(), sort: z.int(), goodCount: z.int() });
export type ClassRecord = z.infer<typeof classRecord>;

const goodFields = {
  id: z.string(),
  name: z.string(),
  picture: picture().nullable(),
  categoryId: z.string(),
  categoryName: z.string(),
  groupIds: z.array(z.string()),
  /** names of the groups in their order */
  groups: z.string(),
  /** in words: 300 points + ¥5.00 */
  price: z.string(),
  pricePoints: z.int(),
  priceTickets: z.int(),
  priceFen: moneyFen(),
  perPlayer: z.int().nullable(),
  perPlayerDay: z.int().nullable(),
  perDay: z.int().nullable(),
  state: shelfState(),
  onShelf: bool(),
  shelfFrom: instant().nullable(),
  shelfUntil: instant().nullable(),
  allShops: bool(),
  storeIds: z.array(z.string()),
  variantCount: z.int(),
  /** in the stores that the caller sees */
  onHand: z.int(),
  free: z.int(),
  createdAt: creationTime(),
};
const goodRecord = z.object(goodFields);
export type GoodRecord = z.infer<typeof goodRecord>;

const variantRecord = z.object({
  id: z.string(),
  name: z.string(),
  barcode: z.string().nullable(),
  onHand: z.int(),
});

const goodDetail = z.object({
  ...goodFields,
  pictures: z.array(z.string()),
  description: z.string(),
  variants: z.array(variantRecord),
});

const kindOfClass = z.enum(classKinds);

const { get, post } = callsAbout({ refreshedBy: [goodsChanged, stockChanged], emits: [goodsChanged] });

export const goodsContract = {
  listClasses: get('/api/blade-jfscGood/class/list', view, {
    input: z.object({ kind: kindOfClass }),
    output: z.array(classRecord),
    refreshedBy: [goodsChanged],
    summary: 'Categories or groups of goods in their order',
  }),
  saveClass: post('/api/blade-jfscGood/class/submit', edit, {
    input: z.object({ id: id().optional(), kind: kindOfClass, name: text(20) }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a category or group, or with an id renames it',
  }),
  sortClasses: post('/api/blade-jfscGood/class/sort', edit, {
    input: z.object({ kind: kindOfClass, ids: ids() }),
    summary: 'Puts categories or groups in this order',
  }),
  removeClasses: post('/api/blade-jfscGood/class/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes categories that no good uses, or groups, which goods then leave',
  }),

  listGoods: get('/api/blade-jfscGood/good/list', view, {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        categoryId: id().optional(),
        groupId: id().optional(),
        state: shelfState().optional(),
      },
      ['name', 'createdAt'],
    ),
    output: pageOf(goodRecord),
    summary: 'Goods of the points store',
  }),
  readGood: get('/api/blade-jfscGood/good/detail', view, {
    input: z.object({ id: id() }),
    output: goodDetail,
    summary: 'One good with its variants',
  }),
  saveGood: post('/api/blade-jfscGood/good/submit', edit, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      name: text(40),
      categoryId: id().meta({ field: 'choice' }),
      groupIds: z.array(id()).max(50).optional(),
      pictures: z.array(uploadPath()).max(6).meta({ field: 'pictures' }).optional(),
      description: longText(2000).optional(),
      pricePoints: int(0, maxPrice).optional(),
      priceTickets: int(0, maxPrice).optional(),
      priceFen: moneyFen(0, maxPrice).optional(),
      perPlayer: limit(),
      perPlayerDay: limit(),
      perDay: limit(),
      onShelf: bool(),
      shelfFrom: instant().nullable().optional(),
      shelfUntil: instant().nullable().optional(),
      allShops: bool(),
      storeIds: z.array(id()).max(200).meta({ field: 'references' }).optional(),
      variants: z
        .array(z.object({ id: id().optional(), name: text(40, 0), barcode: barcode().nullable().optional() }))
        .min(1)
        .max(maxVariants),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a good with its variants, or with an id changes it; variants that are left out go',
  }),
  shelveGoods: post('/api/blade-jfscGood/good/shelf', edit, {
    input: z.object({ ids: ids(), onShelf: z.boolean() }),
    summary: 'Puts goods on the shelf or takes them off; their times stay',
  }),
  groupGoods: post('/api/blade-jfscGood/good/group', edit, {
    place: 'json',
    input: z.object({ ids: ids(), groupIds: z.array(id()).max(50) }),
    summary: 'Says in which groups goods are, and in no others',
  }),
  removeGoods: post('/api/blade-jfscGood/good/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes goods of which no store has any left',
  }),
};
