import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  day,
  done,
  id,
  ids,
  int,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { edit, expiry, expiryStates, view } from './records.ts';

export const productTypes = ['drink', 'snack', 'toy', 'beauty', 'digital', 'daily', 'other'] as const;
export type ProductType = (typeof productTypes)[number];

/** What a vending machine can still be told as a price. */
const maxPriceFen = 1_000_000;

const templateRecord = z.object({
  id: z.string(),
  type: z.enum(productTypes),
  name: z.string(),
  priceFen: z.int(),
  costFen: z.int(),
  image: z.string().nullable(),
  englishName: z.string().nullable(),
  packingTip: z.string().nullable(),
  partnerNumber: z.string().nullable(),
  brand: z.string().nullable(),
  productionDate: z.string().nullable(),
  ...expiry,
  warnDays: z.int(),
  usage: z.string().nullable(),
  instructions: z.string().nullable(),
  /** lanes that hold it, and the pieces in them */
  laneNumber: z.int(),
  stock: z.int(),
  createdAt: z.string(),
});
export type TemplateRecord = z.infer<typeof templateRecord>;

export const templateCalls = {
  listTemplates: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/template/list',
    access: view,
    input: pageInput(
      {
        name: text(40, 0).optional(),
        type: z.enum(productTypes).optional(),
        expiry: z.enum(expiryStates).optional(),
      },
      ['name', 'priceFen', 'expiryDate', 'createdAt'],
    ),
    output: pageOf(templateRecord),
    summary: 'Product templates; the name also searches English name, brand and partner number',
  }),
  readTemplate: defineEndpoint({
    method: 'GET',
    path: '/api/blade-vending/template/detail',
    access: view,
    input: z.object({ id: id() }),
    output: templateRecord,
    summary: 'One product template',
  }),
  saveTemplate: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/template/submit',
    access: edit,
    place: 'json',
    input: z.object({
      id: id().optional(),
      type: z.enum(productTypes).meta({ field: 'choice' }),
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
    summary: 'Adds a product template, or with an id changes it; production may not be after expiry',
  }),
  removeTemplates: defineEndpoint({
    method: 'POST',
    path: '/api/blade-vending/template/remove',
    access: edit,
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Removes product templates that no lane holds; records still name them',
  }),
};
