import { eq, inArray } from 'drizzle-orm';
import { conflict, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert, remove, update } from '#kit/server/tables.ts';
import type { giftsContract } from '../contract.ts';
import { giftTypes } from '../tables.ts';
import { lockTypes, selectTypes } from './gift-queries.ts';

export const listTypes: Handler<typeof giftsContract.listTypes> = ({ db, session }) =>
  selectTypes(db.read, session.scope);

export const saveType: Handler<typeof giftsContract.saveType> = async (context, { id, name }) => {
  const { scope, tenantId } = context.session;
  return context.db.transaction(async (tx) => {
    await lockTypes(tx, tenantId);
    const types = await selectTypes(tx, scope);
    const before = types.find((type) => type.id === id);
    if (id && !before) throw missing();
    const same = (type: { id: string; name: string }) =>
      type.id !== id && type.name.toLowerCase() === name.toLowerCase();
    if (types.some(same)) throw invalidField('name', 'gifts:error.nameTaken', { name });
    const typeId = id ?? newId();
    const last = Math.max(0, ...types.map((type) => type.sort));
    if (before) await update(tx, scope, giftTypes, (type) => eq(type.id, typeId), { name });
    else await insert(tx, scope, giftTypes, { id: typeId, name, sort: last + 1 });
    await audit(tx, context, {
      action: before ? 'gifts.renameType' : 'gifts.createType',
      entity: 'giftType',
      entityId: typeId,
      label: name,
      before: before && { name: before.name },
      after: { name },
    });
    await emit(tx, tenantTopic(tenantId), 'gift.changed', { typeId });
    return { id: typeId };
  });
};

export const sortTypes: Handler<typeof giftsContract.sortTypes> = async (context, input) => {
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
    await audit(tx, context, {
      action: 'gifts.sortTypes',
      entity: 'giftType',
      entityId: tenantId,
      label: '',
      before: { order: types.map((type) => type.name) },
      after: { order: ids.map((id) => nameOf.get(id)) },
    });
    await emit(tx, tenantTopic(tenantId), 'gift.changed', {});
  });
  return {};
};

export const removeTypes: Handler<typeof giftsContract.removeTypes> = async (context, input) => {
  const { scope, tenantId } = context.session;
  const ids = [...new Set(input.ids)];
  await context.db.transaction(async (tx) => {
    await lockTypes(tx, tenantId);
    const found = (await selectTypes(tx, scope)).filter((type) => ids.includes(type.id));
    if (found.length < ids.length) throw missing();
    for (const type of found) {
      if (type.giftCount > 0)
        throw conflict('gifts:error.typeUsed', { name: type.name, count: type.giftCount });
      await audit(tx, context, {
        action: 'gifts.removeType',
        entity: 'giftType',
        entityId: type.id,
        label: type.name,
        before: { name: type.name },
        after: null,
      });
    }
    await remove(tx, scope, giftTypes, (type) => inArray(type.id, ids));
    await emit(tx, tenantTopic(tenantId), 'gift.changed', {});
  });
  return {};
};
