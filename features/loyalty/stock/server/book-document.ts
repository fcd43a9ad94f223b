import { and, eq, inArray } from 'drizzle-orm';
import { conflict } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { run } from '#kit/server/row-statements.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, insertMany, type RowOf, rows } from '#kit/server/tables.ts';
import { stockChanged } from '../contract/events.ts';
import type { DocumentKind } from '../contract/kinds.ts';
import { maxPieces } from '../contract/levels.ts';
import { applyMove, type Level, type Move, type Moved, ShortOf, TooMany } from '../rules/move-rules.ts';
import { goods, goodVariants, stockDocuments, stockLines, stockStores } from '../tables.ts';
import { lockLevels, type Place, placeKey, writeLevel } from './lock-levels.ts';

export type DocumentRow = RowOf<typeof stockDocuments>;

/** Who books: a person of the staff, or nobody where the server does it by itself. */
export interface Booker {
  userId: string | null;
  userName: string | null;
  at: Date;
}

export interface DocumentHead extends Booker {
  kind: DocumentKind;
  storeId: string;
  toStoreId?: string | null;
  supplierId?: string | null;
  reversesId?: string | null;
  key?: string | null;
  note?: string | null | undefined;
}

/** A line before it is booked. `place` is its place on the paper; what `arrives` costs what the line before it took. */
export interface PlannedLine extends Place {
  place: number;
  move: Move | { how: 'arrives'; pieces: number };
  unitCostFen?: number;
}

const prefixes: Record<DocumentKind, string> = {
  receipt: 'RK',
  transfer: 'DB',
  count: 'PD',
  loss: 'BS',
  handOut: 'CK',
  recycle: 'HS',
  reversal: 'CX',
};

/** What kind it is, the day where the shops are, and a number that never comes again. */
async function nextNumber(tx: Tx, kind: DocumentKind, at: Date): Promise<string> {
  const [found] = await run(tx, `select to_char(nextval('stock_number'), 'FM999999999990000')`, []);
  return `${prefixes[kind]}${businessDay(at).replaceAll('-', '').slice(2)}${found?.[0] as string}`;
}

/** What people call a variant: the good, and which one of it. */
export async function variantNames(
  reader: Reader,
  tenantId: string,
  variantIds: readonly string[],
): Promise<Map<string, string>> {
  if (variantIds.length === 0) return new Map();
  const scope = tenantScope(tenantId);
  const variant = rows(scope, goodVariants);
  const good = rows(scope, goods);
  const found = await reader
    .select({ id: variant.id, good: good.name, variant: variant.name })
    .from(variant)
    .innerJoin(good, and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)))
    .where(inArray(variant.id, [...new Set(variantIds)]));
  return new Map(found.map((row) => [row.id, [row.good, row.variant].filter(Boolean).join(' ')]));
}

const variantName = async (reader: Reader, tenantId: string, variantId: string): Promise<string> =>
  (await variantNames(reader, tenantId, [variantId])).get(variantId) ?? '';

/** A refusal that names what there is too little or too much of. */
export async function refusalOf(
  reader: Reader,
  tenantId: string,
  { variantId }: Place,
  error: unknown,
): Promise<unknown> {
  if (error instanceof ShortOf)
    return conflict('stock:error.short', {
      name: await variantName(reader, tenantId, variantId),
      free: error.free,
    });
  if (error instanceof TooMany)
    return conflict('stock:error.tooMany', {
      name: await variantName(reader, tenantId, variantId),
      max: maxPieces,
    });
  return error;
}

type BookedLine = PlannedLine & Moved & { before: Level };

const moveOf = ({ move }: PlannedLine, last: BookedLine | undefined): Move =>
  move.how === 'arrives' ? { how: 'exact', pieces: move.pieces, costFen: 0 - (last?.costFen ?? 0) } : move;

/** One line after the other: a later one finds what an earlier one left. */
async function applyAll(
  tx: Tx,
  tenantId: string,
  levels: ReadonlyMap<string, Level>,
  planned: readonly PlannedLine[],
): Promise<BookedLine[]> {
  const now = new Map(levels);
  const booked: BookedLine[] = [];
  for (const line of planned) {
    const before = now.get(placeKey(line)) ?? { onHand: 0, reserved: 0, valueFen: 0 };
    try {
      const moved = applyMove(before, moveOf(line, booked.at(-1)));
      now.set(placeKey(line), moved.after);
      booked.push({ ...line, ...moved, before });
    } catch (error) {
      throw await refusalOf(tx, tenantId, line, error);
    }
  }
  return booked;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function lineRows(documentId: string, atMs: number, booked: readonly BookedLine[]) {
  // Lines of one document keep their order: it is what their afters tell.
  const ids = booked.map(() => newId(atMs)).sort();
  return booked.map(
    ({ place, storeId, variantId, move, unitCostFen, pieces, costFen, before, after }, index) => ({
      id: ids[index]!,
      documentId,
      place,
      storeId,
      variantId,
      pieces,
      costFen,
      unitCostFen: unitCostFen ?? null,
      expected: move.how === 'counted' ? before.onHand : null,
      counted: move.how === 'counted' ? move.counted : null,
      onHandAfter: after.onHand,
    }),
  );
}

/** Writes a document, its lines and what lies in the stores afterwards, or refuses and changes nothing. */
export async function bookDocument(
  tx: Tx,
  tenantId: string,
  head: DocumentHead,
  planned: readonly PlannedLine[],
): Promise<DocumentRow> {
  const scope = tenantScope(tenantId);
  // What is handed out was kept, so its row is there.
  const held = await lockLevels(tx, tenantId, planned, { make: head.kind !== 'handOut' });
  const booked = await applyAll(tx, tenantId, held, planned);
  const after = new Map(booked.map((line) => [placeKey(line), line.after]));
  for (const [key, level] of after) await writeLevel(tx, tenantId, held.get(key)!.id, level);
  const { at, note, ...fields } = head;
  const [document] = await insert(tx, scope, stockDocuments, {
    ...fields,
    id: newId(at.getTime()),
    createdAt: at,
    number: await nextNumber(tx, head.kind, at),
    note: note || null,
    piecesIn: sumOf(booked.map(({ pieces }) => Math.max(0, pieces))),
    piecesOut: sumOf(booked.map(({ pieces }) => Math.max(0, 0 - pieces))),
    costFen: sumOf(booked.map(({ costFen }) => costFen)),
  });
  await insertMany(tx, scope, stockLines, lineRows(document!.id, at.getTime(), booked));
  await tellStores(
    tx,
    tenantId,
    booked.map(({ storeId }) => storeId),
    document!.id,
  );
  return document!;
}

/** Staff at the sites of these stores hear that their stock changed. */
export async function tellStores(
  tx: Tx,
  tenantId: string,
  storeIds: readonly string[],
  documentId?: string,
): Promise<void> {
  const found = await find(tx, tenantScope(tenantId), stockStores, (store) =>
    inArray(store.id, [...new Set(storeIds)]),
  );
  await emit(tx, siteTopic(tenantId, ...found.map(({ siteId }) => siteId)), stockChanged, {
    ...(documentId && { documentId }),
  });
}
