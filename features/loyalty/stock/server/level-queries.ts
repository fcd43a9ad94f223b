import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { days, listing } from '#kit/server/listing.ts';
import { elsewhere, equals, mapPage, oneOf, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { levelsContract } from '../contract/levels.ts';
import { levelState } from '../rules/good-rules.ts';
import { averageOf } from '../rules/move-rules.ts';
import { goods, goodVariants, stockDocuments, stockLevels, stockLines, stockStores } from '../tables.ts';
import { total } from './store-queries.ts';

type Levels = ColumnsOf<typeof stockLevels>;

export const freeOf = (level: Levels) => sql<number>`(${level.onHand} - ${level.reserved})`.mapWith(Number);
const isLow = (level: Levels) => lte(freeOf(level), level.alarmThreshold);
export const firstPicture = (good: ColumnsOf<typeof goods>) => sql<string | null>`${good.pictures} ->> 0`;

/** What lies in the stores that the scope reaches, of goods that are still there, with their names. */
export function levelParts(scope: Scope) {
  const level = rows(scope, stockLevels);
  const store = rows(scope, stockStores);
  const variant = rows(scope, goodVariants);
  const good = rows(scope, goods);
  return {
    level,
    store,
    variant,
    good,
    isStore: and(eq(store.tenantId, level.tenantId), eq(store.id, level.storeId)),
    isVariant: and(eq(variant.tenantId, level.tenantId), eq(variant.id, level.variantId)),
    isGood: and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)),
    alive: and(isNull(store.removedAt), isNull(variant.removedAt), isNull(good.removedAt)),
  };
}

export async function pageLevels(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof levelsContract.listLevels>,
) {
  const { level, store, variant, good, isStore, isVariant, isGood, alive } = levelParts(scope);
  const free = freeOf(level);
  const page = await pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: level.id,
          storeId: level.storeId,
          storeName: store.name,
          goodId: good.id,
          goodName: good.name,
          variantId: variant.id,
          variantName: variant.name,
          picture: firstPicture(good),
          barcode: variant.barcode,
          ...pick(level, 'onHand', 'reserved', 'valueFen', 'alarmThreshold'),
        })
        .from(level)
        .innerJoin(store, isStore)
        .innerJoin(variant, isVariant)
        .innerJoin(good, isGood),
    where: alive,
    filters: {
      name: search(good.name, variant.name, variant.barcode),
      storeId: equals(level.storeId),
      categoryId: equals(good.categoryId),
      goodId: equals(good.id),
      state: (state) => (state === 'low' ? isLow(level) : gt(free, level.alarmThreshold)),
    },
    sort: { goodName: good.name, onHand: level.onHand, free, valueFen: level.valueFen },
    usual: [asc(good.name), asc(variant.sort), asc(store.name)],
    tie: level.id,
  });
  return mapPage(page, (row) => {
    const left = row.onHand - row.reserved;
    return {
      ...row,
      free: left,
      averageCostFen: averageOf(row),
      state: levelState(left, row.alarmThreshold),
    };
  });
}

export async function sumLevels(reader: Reader, scope: Scope, storeId: string | undefined) {
  const { level, store, variant, good, isStore, isVariant, isGood, alive } = levelParts(scope);
  const [found] = await reader
    .select({
      pieces: total(sql`${level.onHand}`),
      reserved: total(sql`${level.reserved}`),
      valueFen: total(sql`${level.valueFen}`),
      low: sql<number>`count(*) filter (where ${isLow(level)})`.mapWith(Number),
    })
    .from(level)
    .innerJoin(store, isStore)
    .innerJoin(variant, isVariant)
    .innerJoin(good, isGood)
    .where(and(alive, storeId ? eq(level.storeId, storeId) : undefined));
  return found ?? { pieces: 0, reserved: 0, valueFen: 0, low: 0 };
}

/** Every change of one variant in one store that the scope reaches. */
export const pageLines = listing(levelsContract.listLines, (reader, scope, input) => {
  const line = rows(scope, stockLines);
  const document = rows(scope, stockDocuments);
  const store = rows(scope, stockStores);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: line.id,
          documentId: line.documentId,
          number: document.number,
          kind: document.kind,
          ...pick(line, 'pieces', 'onHandAfter', 'costFen'),
          ...pick(document, 'userName', 'note', 'createdAt'),
        })
        .from(line)
        .innerJoin(document, and(eq(document.tenantId, line.tenantId), eq(document.id, line.documentId)))
        .innerJoin(store, and(eq(store.tenantId, line.tenantId), eq(store.id, line.storeId))),
    filters: {
      storeId: equals(line.storeId),
      variantId: equals(line.variantId),
      ...days(document.createdAt),
    },
    sort: { createdAt: document.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: line.id,
  });
});

const orNone = (value: AnyPgColumn) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);

/** Variants to put on a document, with what one store has of them. */
export async function pageVariants(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof levelsContract.listVariants>,
) {
  const { level, variant, good, store, isVariant, isGood } = levelParts(scope);
  // Without a store nothing is joined: on hand is then said of no store, not of all.
  const atStore = and(isVariant, input.storeId ? eq(level.storeId, input.storeId) : sql`false`);
  const page = await pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: variant.id,
          variantId: variant.id,
          goodName: good.name,
          variantName: variant.name,
          picture: firstPicture(good),
          barcode: variant.barcode,
          lastCostFen: variant.lastCostFen,
          // only of a store that the caller sees
          onHand: sql<number>`case when ${store.id} is null then 0 else ${orNone(level.onHand)} end`.mapWith(
            Number,
          ),
          reserved: orNone(level.reserved),
          valueFen: orNone(level.valueFen),
        })
        .from(variant)
        .innerJoin(good, isGood)
        .leftJoin(level, atStore)
        .leftJoin(store, and(eq(store.tenantId, level.tenantId), eq(store.id, level.storeId))),
    where: and(isNull(variant.removedAt), isNull(good.removedAt)),
    filters: {
      name: search(good.name, variant.name, variant.barcode),
      barcode: equals(variant.barcode),
      ids: oneOf(variant.id),
      storeId: elsewhere,
    },
    sort: { goodName: good.name },
    usual: [asc(good.name), asc(variant.sort)],
    tie: variant.id,
  });
  return mapPage(page, ({ reserved, valueFen, ...row }) => ({
    ...row,
    free: Math.max(0, row.onHand - reserved),
    averageCostFen: averageOf({ onHand: row.onHand, valueFen }),
  }));
}

export interface LowStock {
  tenantId: string;
  /** of one variant in one store */
  levelId: string;
  storeId: string;
  storeName: string;
  siteId: string | null;
  variantId: string;
  name: string;
  free: number;
  alarmThreshold: number;
}

/** What is at or below its alarm threshold; a threshold of none asks for no alarm. */
export async function listLowStock(reader: Reader, scope: Scope): Promise<LowStock[]> {
  const { level, store, variant, good, isStore, isVariant, isGood, alive } = levelParts(scope);
  const found = await reader
    .select({
      tenantId: level.tenantId,
      levelId: level.id,
      storeId: level.storeId,
      storeName: store.name,
      siteId: store.siteId,
      variantId: level.variantId,
      goodName: good.name,
      variantName: variant.name,
      free: freeOf(level),
      alarmThreshold: level.alarmThreshold,
    })
    .from(level)
    .innerJoin(store, isStore)
    .innerJoin(variant, isVariant)
    .innerJoin(good, isGood)
    .where(and(alive, gt(level.alarmThreshold, 0), isLow(level)))
    .orderBy(asc(level.id));
  return found.map(({ goodName, variantName, ...row }) => ({
    ...row,
    name: [goodName, variantName].filter(Boolean).join(' '),
  }));
}
