import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert, update } from '#kit/server/tables.ts';
import type { giftsContract } from '../contract.ts';
import { gifts } from '../tables.ts';
import { lockGifts, lockTypes, selectTypes } from './gift-queries.ts';
import { moverOf, recordMovements } from './movements.ts';

type SaveInput = ParsedInputOf<typeof giftsContract.saveGift>;
const uniqueViolation = '23505';

async function create(tx: Tx, context: StaffContext, input: SaveInput): Promise<string> {
  const { scope } = context.session;
  const mover = moverOf(context);
  const values = {
    id: newId(),
    createdAt: mover.at,
    typeId: input.typeId,
    name: input.name,
    picture: input.picture ?? null,
    costFen: input.costFen,
    stock: input.stock ?? 0,
    alarmThreshold: input.alarmThreshold ?? 0,
  };
  await insert(tx, scope, gifts, values);
  if (values.stock > 0)
    await recordMovements(tx, scope, [
      {
        ...mover,
        giftId: values.id,
        kind: 'in',
        amount: values.stock,
        costFen: values.costFen,
        stock: { before: 0, after: values.stock },
      },
    ]);
  await audit(tx, context, {
    action: 'gifts.create',
    entity: 'gift',
    entityId: values.id,
    label: values.name,
    after: values,
  });
  return values.id;
}

async function change(tx: Tx, context: StaffContext, id: string, input: SaveInput): Promise<void> {
  const { scope } = context.session;
  const before = (await lockGifts(tx, scope, [id])).get(id);
  if (!before) throw missing();
  // A form that was open for a while would else undo what was loaded or booked meanwhile.
  if (input.stock !== undefined && input.stock !== before.stock)
    throw invalidField('stock', 'gifts:error.stockByMovement', { stock: before.stock });
  const changes = {
    typeId: input.typeId,
    name: input.name,
    costFen: input.costFen,
    ...(input.picture === undefined ? {} : { picture: input.picture }),
    ...(input.alarmThreshold === undefined ? {} : { alarmThreshold: input.alarmThreshold }),
  };
  await update(tx, scope, gifts, (gift) => eq(gift.id, id), changes);
  await audit(tx, context, {
    action: 'gifts.update',
    entity: 'gift',
    entityId: id,
    label: input.name,
    before,
    after: { ...before, ...changes },
  });
}

export const saveGift: Handler<typeof giftsContract.saveGift> = async (context, input) => {
  const { scope, tenantId } = context.session;
  try {
    return await context.db.transaction(async (tx) => {
      await lockTypes(tx, tenantId);
      const types = await selectTypes(tx, scope);
      if (!types.some((type) => type.id === input.typeId))
        throw invalidField('typeId', 'gifts:error.unknownType');
      const id = input.id ?? (await create(tx, context, input));
      if (input.id) await change(tx, context, input.id, input);
      await emit(tx, tenantTopic(tenantId), 'gift.changed', { id });
      return { id };
    });
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation)
      throw invalidField('name', 'gifts:error.nameTaken', { name: input.name });
    throw error;
  }
};
