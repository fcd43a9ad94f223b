import { inArray } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import type { giftsContract } from '../contract.ts';
import { gifts } from '../tables.ts';
import { deviceFigures, lockGifts } from './gift-queries.ts';
import { moverOf, recordMovements } from './movements.ts';

export const removeGifts: Handler<typeof giftsContract.removeGifts> = async (context, input) => {
  const { scope, tenantId } = context.session;
  const ids = [...new Set(input.ids)];
  await context.db.transaction(async (tx) => {
    const found = await lockGifts(tx, scope, ids);
    if (found.size < ids.length) throw missing();
    const held = await deviceFigures(tx, scope, ids);
    for (const gift of found.values()) {
      const devices = held.get(gift.id)?.devices;
      if (devices) throw conflict('gifts:error.inDevices', { name: gift.name, count: devices });
    }
    const mover = moverOf(context);
    await update(tx, scope, gifts, (gift) => inArray(gift.id, ids), { removedAt: mover.at, stock: 0 });
    // What the warehouse still held leaves the books in sight of everybody.
    await recordMovements(
      tx,
      scope,
      [...found.values()]
        .filter((gift) => gift.stock > 0)
        .map((gift) => ({
          ...mover,
          giftId: gift.id,
          kind: 'out' as const,
          amount: gift.stock,
          costFen: gift.costFen,
          stock: { before: gift.stock, after: 0 },
        })),
    );
    for (const gift of found.values()) {
      await audit(tx, context, {
        action: 'gifts.remove',
        entity: 'gift',
        entityId: gift.id,
        label: gift.name,
        before: { ...gift },
        after: null,
      });
      await emit(tx, tenantTopic(tenantId), 'gift.changed', { id: gift.id });
    }
  });
  return {};
};
