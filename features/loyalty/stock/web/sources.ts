import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { stockContract } from '../contract.ts';
import { variantWords } from './words.ts';

const { listStores, listSuppliers, listVariants } = stockContract;

/** Stores that the caller sees; `kind` for those that can hand out. */
export const storeSource = (kind?: 'shop') =>
  referenceTo({
    endpoint: listStores,
    input: kind && { kind },
    search: 'name',
    labelOf: (store) => store.name,
    hintOf: (store) => store.fieldName ?? undefined,
  });

export const supplierSource = referenceTo({
  endpoint: listSuppliers,
  search: 'name',
  labelOf: (supplier) => supplier.name,
});

/** Variants of goods, found by name or by what stands on them. */
export const variantSource = (storeId: string | undefined) =>
  referenceTo({
    endpoint: listVariants,
    input: storeId ? { storeId } : {},
    search: 'name',
    labelOf: variantWords,
    hintOf: ({ barcode }) => barcode ?? undefined,
  });

export const storeFilter = {
  kind: 'reference',
  name: 'storeId',
  label: 'stock:field.storeName',
  source: storeSource(),
} as const;
