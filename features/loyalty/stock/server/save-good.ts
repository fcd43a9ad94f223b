import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addRow, changeRow, refusingTaken, subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { goodsChanged } from '../contract/events.ts';
import type { goodsContract } from '../contract/goods.ts';
import { goodClasses, goods, goodVariants, stockStores } from '../tables.ts';
import { lockClasses } from './class-handlers.ts';
import { stockedVariants } from './good-queries.ts';

type SaveInput = ParsedInputOf<typeof goodsContract.saveGood>;
type Variant = SaveInput['variants'][number];

export const goodSubject = subjectOf(goods, {
  entity: 'good',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), goodsChanged, { id })],
  taken: { good_name: { key: 'stock:error.nameTaken', field: 'name' } },
});

/** Which of these are categories or groups of the house. The caller holds `lockClasses`. */
export async function assertClasses(
  tx: Tx,
  scope: Scope,
  { categoryId, groupIds }: { categoryId?: string; groupIds: readonly string[] },
): Promise<void> {
  const wanted = [...groupIds, ...(categoryId ? [categoryId] : [])];
  if (wanted.length === 0) return;
  const found = await find(tx, scope, goodClasses, (one) => inArray(one.id, wanted));
  const kindOf = new Map(found.map(({ id, kind }) => [id, kind]));
  if (categoryId && kindOf.get(categoryId) !== 'category')
    throw invalidField('categoryId', 'stock:error.unknownCategory');
  if (groupIds.some((id) => kindOf.get(id) !== 'group'))
    throw invalidField('groupIds', 'stock:error.unknownGroup');
}

/** Goods are handed out in shops; a warehouse has no counter. */
async function assertShops(tx: Tx, scope: Scope, storeIds: readonly string[]): Promise<void> {
  if (storeIds.length === 0) throw invalidField('storeIds', 'stock:error.shopNeeded');
  const found = await find(
    tx,
    scope,
    stockStores,
    (store) => and(isNull(store.removedAt), eq(store.kind, 'shop'), inArray(store.id, [...storeIds])),
    'share',
  );
  if (found.length < storeIds.length) throw invalidField('storeIds', 'stock:error.unknownStore');
}

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);

function fieldsOf(input: SaveInput) {
  const { pricePoints = 0, priceTickets = 0, priceFen = 0 } = input;
  if (pricePoints + priceTickets + priceFen === 0)
    throw invalidField('pricePoints', 'stock:error.priceNeeded');
  const shelfFrom = dateOf(input.shelfFrom);
  const shelfUntil = dateOf(input.shelfUntil);
  if (shelfFrom && shelfUntil && shelfFrom >= shelfUntil)
    throw invalidField('shelfUntil', 'stock:error.endsBeforeStart');
  const { perPlayer, perPlayerDay } = input;
  if (perPlayer && perPlayerDay && perPlayerDay > perPlayer)
    throw invalidField('perPlayerDay', 'packages:error.dayOverAll', { max: perPlayer });
  return {
    name: input.name,
    categoryId: input.categoryId,
    groupIds: [...new Set(input.groupIds ?? [])],
    pictures: input.pictures ?? [],
    description: input.description ?? '',
    pricePoints,
    priceTickets,
    priceFen,
    perPlayer: input.perPlayer ?? null,
    perPlayerDay: input.perPlayerDay ?? null,
    perDay: input.perDay ?? null,
    onShelf: input.onShelf,
    shelfFrom,
    shelfUntil,
    allShops: input.allShops,
    storeIds: input.allShops ? [] : [...new Set(input.storeIds ?? [])],
  };
}

/** Several variants have different names; barcodes are different in any case. */
function assertApart(variants: readonly Variant[]): void {
  const names = new Set<string>();
  const codes = new Set<string>();
  for (const [index, { name, barcode }] of variants.entries()) {
    const at = (field: string) => `variants.${index}.${field}`;
    if (variants.length > 1 && name === '') throw invalidField(at('name'), 'stock:error.variantNameNeeded');
    if (names.has(name)) throw invalidField(at('name'), 'stock:error.variantTwice', { name });
    if (barcode && codes.has(barcode))
      throw invalidField(at('barcode'), 'stock:error.barcodeTaken', { barcode });
    names.add(name);
    if (barcode) codes.add(barcode);
  }
}

async function saveVariants(tx: Tx, context: StaffContext, goodId: string, wanted: readonly Variant[]) {
  const { scope } = context.session;
  const now = context.clock.now();
  const before = await find(tx, scope, goodVariants, { goodId, removedAt: null }, 'update');
  const known = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(wanted.flatMap(({ id }) => (id ? [id] : [])));
  if ([...kept].some((id) => !known.has(id))) throw invalidField('variants', 'stock:error.unknownVariant');
  const gone = before.filter(({ id }) => !kept.has(id));
  const stocked = await stockedVariants(
    tx,
    scope,
    gone.map(({ id }) => id),
  );
  const full = gone.find(({ id }) => stocked.has(id));
  if (full) throw conflict('stock:error.variantStocked', { name: full.name });
  const taken = { good_variant_barcode: { key: 'stock:error.barcodeTaken', field: 'variants' } };
  // First what goes and what gives its code up: another variant may take it.
  for (const { id } of gone) await update(tx, scope, goodVariants, { id }, { removedAt: now });
  for (const { id, barcode } of wanted)
    if (id && known.get(id)!.barcode !== (barcode ?? null))
      await update(tx, scope, goodVariants, { id }, { barcode: null });
  for (const [index, { id, name, barcode = null }] of wanted.entries()) {
    const values = { name, barcode, sort: index + 1 };
    await refusingTaken(taken, values, () =>
      id
        ? update(tx, scope, goodVariants, { id }, values)
        : insert(tx, scope, goodVariants, { ...values, id: newId(now.getTime()), createdAt: now, goodId }),
    );
  }
}

/** In the log variants stand by their names and codes. */
const noted = (variants: readonly { name: string; barcode?: string | null | undefined }[]) => ({
  variants: variants.map(({ name, barcode }) => [name, barcode].filter(Boolean).join(' ')),
});

/** Adds a good with its variants, or changes both. */
export async function saveGood(tx: Tx, context: StaffContext, input: SaveInput): Promise<{ id: string }> {
  const { scope, tenantId } = context.session;
  const fields = fieldsOf(input);
  assertApart(input.variants);
  await lockClasses(tx, tenantId);
  await assertClasses(tx, scope, fields);
  if (!fields.allShops) await assertShops(tx, scope, fields.storeIds);
  const note = noted(input.variants);
  if (!input.id) {
    const created = { ...fields, createdAt: context.clock.now() };
    const { id } = await addRow(tx, context, goodSubject, { action: 'stock.addGood', note }, created);
    await saveVariants(tx, context, id, input.variants);
    return { id };
  }
  const { id } = input;
  const before = await find(tx, scope, goodVariants, { goodId: id, removedAt: null });
  const was = noted(before.toSorted((a, b) => a.sort - b.sort));
  await changeRow(tx, context, goodSubject, { id, action: 'stock.changeGood', note, was }, () => fields);
  await saveVariants(tx, context, id, input.variants);
  return { id };
}
