import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, type RowOf, rows, update } from '#kit/server/tables.ts';
import { bankCards } from '../tables.ts';
import type { Holder } from './holder.ts';

const cardsOf = (scope: Scope) => rows(scope, bankCards);
export type CardRow = RowOf<typeof bankCards>;

/** Bound ones, the default first. */
export async function selectCards(reader: Reader, holder: Holder): Promise<CardRow[]> {
  const card = cardsOf(tenantScope(holder.tenantId));
  return reader
    .select()
    .from(card)
    .where(and(eq(card.holderId, holder.holderId), isNull(card.removedAt)))
    .orderBy(desc(card.isDefault), card.createdAt, card.id);
}

/** Also unbound ones. */
export async function findCard(reader: Reader, scope: Scope, id: string): Promise<CardRow | undefined> {
  const card = cardsOf(scope);
  const [found] = await reader.select().from(card).where(eq(card.id, id));
  return found;
}

export async function insertCard(
  tx: Tx,
  holder: Holder,
  card: Omit<CardRow, 'tenantId' | 'holderId' | 'removedAt'>,
) {
  await insert(tx, tenantScope(holder.tenantId), bankCards, { ...card, holderId: holder.holderId });
}

export async function clearDefault(tx: Tx, holder: Holder): Promise<void> {
  await update(
    tx,
    tenantScope(holder.tenantId),
    bankCards,
    (card) => and(eq(card.holderId, holder.holderId), eq(card.isDefault, true), isNull(card.removedAt)),
    { isDefault: false },
  );
}

export async function changeCard(
  tx: Tx,
  holder: Holder,
  id: string,
  set: Partial<Pick<CardRow, 'isDefault' | 'removedAt'>>,
): Promise<CardRow | undefined> {
  const [changed] = await update(
    tx,
    tenantScope(holder.tenantId),
    bankCards,
    (card) => and(eq(card.holderId, holder.holderId), eq(card.id, id), isNull(card.removedAt)),
    set,
  );
  return changed;
}
