import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  choiceOf,
  contactNumber,
  id,
  ids,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { creationTime, maybeSiteFields } from '#kit/contract/things.ts';
import { goodsChanged, stockChanged } from './events.ts';

const view = permit('stock.view');
const edit = permit('stock.edit');

export const storeKinds = ['warehouse', 'shop'] as const;
export type StoreKind = (typeof storeKinds)[number];
const storeKind = () => choiceOf('stock:storeKind', storeKinds, { warehouse: 'info', shop: 'good' });

const contactFields = {
  contact: text(20, 0).optional(),
  phone: contactNumber().or(z.literal('')).meta({ field: 'phone' }).optional(),
  address: text(100, 0).optional(),
};
const contactRecord = {
  contact: z.string(),
  phone: wholePhone({ because: 'goods are ordered from it', right: view }),
  address: z.string(),
};

const storeRecord = z.object({
  id: z.string(),
  kind: storeKind(),
  name: z.string(),
  ...maybeSiteFields,
  ...contactRecord,
  /** pieces on hand and what they cost */
  pieces: z.int(),
  valueFen: moneyFen(),
  createdAt: creationTime(),
});
export type StoreRecord = z.infer<typeof storeRecord>;

const supplierRecord = z.object({
  id: z.string(),
  name: z.string(),
  ...contactRecord,
  note: z.string(),
  /** receipts that were not reversed, and what they cost together */
  receipts: z.int(),
  boughtFen: moneyFen(),
  createdAt: creationTime(),
});
export type SupplierRecord = z.infer<typeof supplierRecord>;

const { get, post } = callsAbout({ refreshedBy: [goodsChanged, stockChanged], emits: [goodsChanged] });

export const placesContract = {
  listStores: get('/api/blade-jfscStock/store/list', view, {
    input: pageInput({ name: text(40, 0).optional(), kind: storeKind().optional() }, ['name', 'createdAt']),
    output: pageOf(storeRecord),
    summary: 'Warehouses, and the stores of shops; who works at some sites sees those of these sites',
  }),
  saveStore: post('/api/blade-jfscStock/store/submit', edit, {
    input: z.object({
      id: id().optional(),
      kind: storeKind(),
      name: text(40),
      /** of a shop */
      fieldId: id().meta({ field: 'reference' }).nullable().optional(),
      ...contactFields,
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a warehouse or the store of a shop, or with an id changes it; its kind and site stay',
  }),
  removeStores: post('/api/blade-jfscStock/store/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes stores in which nothing lies',
  }),
  listSuppliers: get('/api/blade-jfscStock/supplier/list', view, {
    input: pageInput({ name: text(40, 0).optional() }, ['name', 'createdAt']),
    output: pageOf(supplierRecord),
    summary: 'Suppliers and what was bought from them',
  }),
  saveSupplier: post('/api/blade-jfscStock/supplier/submit', edit, {
    input: z.object({
      id: id().optional(),
      name: text(40),
      ...contactFields,
      note: longText(200).optional(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Adds a supplier, or with an id changes it',
  }),
  removeSuppliers: post('/api/blade-jfscStock/supplier/remove', edit, {
    input: z.object({ ids: ids() }),
    summary: 'Removes suppliers; receipts still name them',
  }),
};
