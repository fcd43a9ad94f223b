import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, update } from '#kit/server/tables.ts';
import { goodsChanged } from '../contract/events.ts';
import type { ClassKind, goodsContract } from '../contract/goods.ts';
import { goodClasses, goods } from '../tables.ts';

type Contract = Pick<typeof goodsContract, 'listClasses' | 'saveClass' | 'sortClasses' | 'removeClasses'>;

const classSubject = subjectOf(goodClasses, {
  entity: 'goodClass',
  label: ({ name }) => name,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), goodsChanged, { id })],
  taken: { good_class_name: { key: 'stock:error.nameTaken', field: 'name' } },
});

/** They are few. Changing them, or putting a good under one, waits for others who do so. */
export async function lockClasses(tx: Tx, tenantId: string): Promise<void> {
  await holdName(tx, 'good classes', tenantId);
}

/** In their order, with how many goods are in each. */
export function selectClasses(reader: Reader, scope: Scope, kind?: ClassKind) {
  const one = rows(scope, goodClasses);
  const good = rows(scope, goods);
  return reader
    .select({ id: one.id, kind: one.kind, name: one.name, sort: one.sort, goodCount: count(good.id) })
    .from(one)
    .leftJoin(
      good,
      and(
        eq(good.tenantId, one.tenantId),
        isNull(good.removedAt),
        or(eq(good.categoryId, one.id), sql`${one.id} = any(${good.groupIds})`),
      ),
    )
    .where(kind ? eq(one.kind, kind) : undefined)
    .groupBy(one.id, one.kind, one.name, one.sort)
    .orderBy(asc(one.sort), asc(one.id));
}

export const classHandlers: Handlers<Contract> = {
  listClasses: ({ db, session }, { kind }) => selectClasses(db.read, session.scope, kind),

  saveClass: (context, { id, kind, name }) =>
    context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      await lockClasses(tx, tenantId);
      if (id)
        return changeRow(tx, context, classSubject, { id, action: 'stock.renameClass' }, (before) => {
          if (before.kind !== kind) throw missing();
          return { name };
        });
      const known = await selectClasses(tx, scope, kind);
      const sort = Math.max(0, ...known.map((one) => one.sort)) + 1;
      return addRow(tx, context, classSubject, { action: 'stock.addClass' }, { kind, name, sort });
    }),

  async sortClasses(context, { kind, ids }) {
    const { scope, tenantId } = context.session;
    const wanted = [...new Set(ids)];
    await context.db.transaction(async (tx) => {
      await lockClasses(tx, tenantId);
      const known = await selectClasses(tx, scope, kind);
      const nameOf = new Map(known.map((one) => [one.id, one.name]));
      if (wanted.some((id) => !nameOf.has(id))) throw missing();
      // Somebody added one meanwhile: an order without it would be a guess.
      if (wanted.length < known.length) throw invalid('stock:error.classesChanged');
      for (const [index, id] of wanted.entries())
        await update(tx, scope, goodClasses, (one) => eq(one.id, id), { sort: index + 1 });
      // One line for the order as a whole: it belongs to no single one.
      await audit(tx, context, {
        action: 'stock.sortClasses',
        entity: 'goodClass',
        entityId: tenantId,
        label: '',
        before: { order: known.map(({ name }) => name) },
        after: { order: wanted.map((id) => nameOf.get(id)) },
      });
      await emit(tx, tenantTopic(tenantId), goodsChanged, {});
    });
  },

  async removeClasses(context, { ids }) {
    const { scope, tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      await lockClasses(tx, tenantId);
      const known = new Map((await selectClasses(tx, scope)).map((one) => [one.id, one]));
      await dropRows(tx, context, classSubject, { ids, action: 'stock.removeClass' }, async (found) => {
        for (const { id, kind, name } of found) {
          const used = known.get(id)?.goodCount ?? 0;
          if (kind === 'category' && used > 0)
            throw conflict('stock:error.categoryUsed', { name, count: used });
          if (kind === 'group')
            await update(tx, scope, goods, (good) => sql`${id}::uuid = any(${good.groupIds})`, {
              groupIds: sql`array_remove(group_ids, ${id}::uuid)`,
            });
        }
      });
    });
  },
};
