import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import { maxPieces } from '../contract/records.ts';
import type { giftsContract } from '../contract.ts';
import { gifts } from '../tables.ts';
import { type GiftRow, lockGifts } from './gift-queries.ts';
import { moverOf, recordMovements, wasBooked } from './movements.ts';

type MoveInput = ParsedInputOf<typeof giftsContract.moveStock>;

/** The stock afterwards, or why it can not be so. */
function stockAfter(gift: GiftRow, { kind, amount, note }: MoveInput): number {
  if (kind !== 'correct' && amount === 0) throw invalidField('amount', 'kit:validation.tooSmall', { min: 1 });
  if (kind !== 'in' && !note) throw invalidField('note', 'gifts:error.reasonNeeded');
  const after = kind === 'correct' ? amount : gift.stock + (kind === 'in' ? amount : -amount);
  if (after < 0) throw conflict('gifts:error.warehouseShort', { name: gift.name, stock: gift.stock });
  if (after > maxPieces)
    throw invalidField('amount', 'kit:validation.tooBig', { max: maxPieces - gift.stock });
  return after;
}

export const moveStock: Handler<typeof giftsContract.moveStock> = async (context, input) => {
  const { scope, tenantId } = context.session;
  return context.db.transaction(async (tx) => {
    const gift = (await lockGifts(tx, scope, [input.giftId])).get(input.giftId);
    if (!gift) throw missing();
    if (await wasBooked(tx, scope, input.requestId)) return { stock: gift.stock };
    const after = stockAfter(gift, input);
    await update(tx, scope, gifts, (row) => eq(row.id, gift.id), { stock: after });
    await recordMovements(tx, scope, [
      {
        ...moverOf(context),
        giftId: gift.id,
        kind: input.kind,
        amount: input.kind === 'correct' ? after - gift.stock : input.amount,
        costFen: gift.costFen,
        stock: { before: gift.stock, after },
        note: input.note,
        requestId: input.requestId,
      },
    ]);
    await audit(tx, context, {
      action: 'gifts.moveStock',
      entity: 'gift',
      entityId: gift.id,
      label: gift.name,
      before: { stock: gift.stock },
      after: { stock: after, kind: input.kind, note: input.note },
    });
    await emit(tx, tenantTopic(tenantId), 'gift.changed', { id: gift.id });
    return { stock: after };
  });
};
