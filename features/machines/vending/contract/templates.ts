import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  choiceOf,
  day,
  id,
  ids,
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
import { edit, expiry, expiryChoice, stockChanged, templateChanged, view } from './records.ts';

export const productTypes = ['drink', 'snack', 'toy', 'beauty', 'digital', 'daily', 'other'] as const;
export type ProductType = (typeof productTypes)[number];
const productType = () => choiceOf('vending:productType', productTypes);

/** What a vending machine can still be told as a price. */
const maxPriceFen = 1_000_000;

const templateRecord = z.object({
  id: z.string(),
  type: productType(),
  name: z.string(),
  priceFen: moneyFen(),
  costFen: moneyFen(),
  image: picture().nullable(),
  englishName: z.string().nullable(),
  packingTip: z.string().nullable(),
  partnerNumber: z.string().nullable(),
  brand: z.string().nullable(),
  productionDate: day().nullable(),
  ...expiry,
  warnDays: z.int(),
  usage: z.string().nullable(),
  instructions: z.string().nullable(),
  /** lanes that hold it, and the pieces in them */
  laneNumber: z.int(),
  stock: z.int(),
  createdAt: creationTime(),
});
export type TemplateRecord = z.infer<typeof templateRecord>;

export const templateCalls = {
  listTemplates: get('/api/blade-vending/template/list', view, {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        type: productType().optional(),
        expiry: expiryChoice().optional(),
      },
      ['name', 'priceFen', 'expiryDate', 'createdAt'],
    ),
    output: pageOf(templateRecord),
    refreshedBy: [templateChanged, stockChanged],
    summary: 'Product templates; the name also searches English name, brand and partner number',
  }),
  readTemplate: get('/api/blade-vending/template/detail', view, {
    input: z.object({ id: id() }),
    output: templateRecord,
    refreshedBy: [templateChanged, stockChanged],
    summary: 'One product template',
  }),
  saveTemplate: post('/api/blade-vending/template/submit', edit, {
    place: 'json',
    input: z.object({
      id: id().optional(),
      type: productType(),
      name: text(40),
      priceFen: moneyFen(0, maxPriceFen),
      costFen: moneyFen(0, maxPriceFen),
      image: uploadPath().optional().nullable(),
      englishName: text(60).optional().nullable(),
      packingTip: text(60).optional().nullable(),
      partnerNumber: text(40).optional().nullable(),
      brand: text(40).optional().nullable(),
      productionDate: day().optional().nullable(),
      expiryDate: day().optional().nullable(),
      warnDays: int(0, 365).default(30),
      usage: longText(500).optional().nullable(),
      instructions: longText(1000).optional().nullable(),
    }),
    output: z.object({ id: z.string() }),
    emits: [templateChanged],
    summary: 'Adds a product template, or with an id changes it; production may not be after expiry',
  }),
  removeTemplates: post('/api/blade-vending/template/remove', edit, {
    input: z.object({ ids: ids() }),
    emits: [templateChanged],
    summary: 'Removes product templates that no lane holds; records still name them',
  }),
};
