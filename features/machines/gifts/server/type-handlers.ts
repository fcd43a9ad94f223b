import { eq } from 'drizzle-orm';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic, told } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import { giftChanged } from '../contract/records.ts';
import type { giftsContract } from '../contract.ts';
import { giftTypes } from '../tables.ts';
import { lockTypes, selectTypes } from './gift-queries.ts';

type Contract = Pick<typeof giftsContract, 'listTypes' | 'saveType' | 'sortTypes' | 'removeTypes'>;

const typeSubject = subjectOf(giftTypes, {
  entity: 'giftType',
  label: ({ name }) => name,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), giftChanged, { typeId: id })],
  taken: { gift_type_name: { key: 'gifts:error.nameTaken', field: 'name' } },
});

export const typeHandlers: Handlers<Contract> = {
  listTypes: ({ db, session }) => selectTypes(db.read, session.scope),

  saveType: (context, { id, name }) =>
    context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      await lockTypes(tx, tenantId);
      if (id)
        return changeRow(tx, context, typeSubject, { id, action: 'gifts.renameType' }, () => ({ name }));
      const types = await selectTypes(tx, scope);
      const sort = Math.max(0, ...types.map((type) => type.sort)) + 1;
      return addRow(tx, context, typeSubject, { action: 'gifts.createType' }, { name, sort });
    }),

  async sortTypes(context, input) {
    const { scope, tenantId } = context.session;
    const ids = [...new Set(input.ids)];
    await context.db.transaction(async (tx) => {
      await lockTypes(tx, tenantId);
      const types = await selectTypes(tx, scope);
      if (ids.some((id) => !types.some((type) => type.id === id))) throw missing();
      // Somebody added one meanwhile: an order without it would be a guess.
      if (ids.length < types.length) throw invalid('gifts:error.typesChanged');
      for (const [index, id] of ids.entries())
        await update(tx, scope, giftTypes, (type) => eq(type.id, id), { sort: index + 1 });
      const nameOf = new Map(types.map((type) => [type.id, type.name]));
      // One line for the order as a whole: it belongs to no single type.
      await audit(tx, context, {
        action: 'gifts.sortTypes',
        entity: 'giftType',
        entityId: tenantId,
        label: '',
        before: { order: types.map((type) => type.name) },
        after: { order: ids.map((id) => nameOf.get(id)) },
      });
      await emit(tx, tenantTopic(tenantId), giftChanged, {});
    });
  },

  async removeTypes(context, { ids }) {
    const { scope, tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      await lockTypes(tx, tenantId);
      await dropRows(tx, context, typeSubject, { ids, action: 'gifts.removeType' }, async (found) => {
        const types = await selectTypes(tx, scope);
        for (const { id, name } of found) {
          const count = types.find((type) => type.id === id)?.giftCount;
          if (count) throw conflict('gifts:error.typeUsed', { name, count });
        }
      });
    });
  },
};
