import { eq } from 'drizzle-orm';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { insert, remove } from '#kit/server/tables.ts';
import type { giftsContract } from '../contract.ts';
import { assertFits } from '../rules/stock-rules.ts';
import { giftPlacements } from '../tables.ts';
import {
  assertHoldsGifts,
  book,
  changePlacement,
  type DeviceWork,
  giveBack,
  heldBy,
  placementOf,
  setPlacement,
  takeFromWarehouse,
} from './change-placement.ts';
import { type GiftRow, lockGifts } from './gift-queries.ts';
import { tellLoaded } from './loaded-listeners.ts';
import { pagePlacements } from './placement-queries.ts';
import { toPlacementRecord } from './placement-records.ts';
import { wasBooked } from './record-movements.ts';

type Contract = Pick<
  typeof giftsContract,
  | 'listPlacements'
  | 'readPlacement'
  | 'listDeviceGifts'
  | 'loadDevice'
  | 'unloadDevice'
  | 'replaceGift'
  | 'countDevice'
  | 'configurePlacement'
  | 'removePlacement'
>;

async function lockedGift(work: DeviceWork, id: string): Promise<GiftRow> {
  const gift = (await lockGifts(work.tx, work.context.session.scope, [id])).get(id);
  if (!gift) throw missing();
  return gift;
}

const alreadyBooked = ({ tx, context }: DeviceWork, requestId: string | undefined) =>
  wasBooked(tx, context.session.scope, requestId);

export const placementHandlers: Handlers<Contract> = {
  async listPlacements({ db, session }, input) {
    return mapPage(await pagePlacements(db.read, session.scope, input), toPlacementRecord);
  },

  readPlacement: ({ db, session }, { equipmentId }) => placementOf(db.read, session.scope, equipmentId),

  async listDeviceGifts({ db, session }, { equipmentId }) {
    const record = await placementOf(db.read, session.scope, equipmentId);
    return record.giftId === null ? [] : [record];
  },

  loadDevice: (context, input) =>
    changePlacement(context, input.equipmentId, 'gifts.load', async (work) => {
      assertHoldsGifts(work);
      const { held } = work;
      const gift = await lockedGift(work, input.giftId);
      if (await alreadyBooked(work, input.requestId)) return;
      if (held && held.giftId !== gift.id) throw conflict('gifts:error.otherGift');
      if (held && input.amount === 0) throw invalidField('amount', 'kit:validation.tooSmall', { min: 1 });
      const capacity = input.capacity ?? held?.capacity;
      if (capacity === undefined) throw invalidField('capacity', 'kit:validation.required');
      assertFits(held?.stock ?? 0, input.amount, capacity);
      const stock = await takeFromWarehouse(work, gift, input.amount, held?.stock ?? 0, input.requestId);
      const alarmThreshold = input.alarmThreshold ?? held?.alarmThreshold ?? 0;
      if (held) await setPlacement(work, { stock, capacity, alarmThreshold });
      else
        await insert(work.tx, context.session.scope, giftPlacements, {
          id: newId(),
          deviceId: work.deviceId,
          giftId: gift.id,
          stock,
          capacity,
          alarmThreshold,
        });
      const { roundId, amount } = input;
      if (roundId)
        await tellLoaded(work.tx, context, { roundId, deviceId: work.deviceId, giftId: gift.id, amount });
    }),

  unloadDevice: (context, input) =>
    changePlacement(context, input.equipmentId, 'gifts.unload', async (work) => {
      const gift = await lockedGift(work, heldBy(work).giftId);
      if (await alreadyBooked(work, input.requestId)) return;
      await setPlacement(work, { stock: await giveBack(work, gift, input.amount, input) });
    }),

  replaceGift: (context, input) =>
    changePlacement(context, input.equipmentId, 'gifts.replace', async (work) => {
      assertHoldsGifts(work);
      const held = heldBy(work);
      const locked = await lockGifts(work.tx, context.session.scope, [held.giftId, input.giftId]);
      const [before, next] = [locked.get(held.giftId), locked.get(input.giftId)];
      if (!before || !next) throw missing();
      if (await alreadyBooked(work, input.requestId)) return;
      if (before.id === next.id) throw conflict('gifts:error.sameGift');
      assertFits(0, input.amount, input.capacity);
      await giveBack(work, before, held.stock);
      const stock = await takeFromWarehouse(work, next, input.amount, 0, input.requestId);
      const { capacity, alarmThreshold } = input;
      await setPlacement(work, { giftId: next.id, stock, capacity, alarmThreshold });
    }),

  countDevice: (context, { equipmentId, ...input }) =>
    changePlacement(context, equipmentId, 'gifts.count', async (work) => {
      const held = heldBy(work);
      const gift = await lockedGift(work, held.giftId);
      if (input.stock > held.capacity)
        throw invalidField('stock', 'gifts:error.countOverCapacity', { capacity: held.capacity });
      await setPlacement(work, { stock: input.stock });
      await book(work, {
        giftId: gift.id,
        kind: 'correct',
        amount: input.stock - held.stock,
        costFen: gift.costFen,
        deviceStock: { before: held.stock, after: input.stock },
        note: input.note,
      });
    }),

  configurePlacement: (context, { equipmentId, capacity, alarmThreshold }) =>
    changePlacement(context, equipmentId, 'gifts.configure', async (work) => {
      const { stock } = heldBy(work);
      if (capacity < stock) throw invalidField('capacity', 'gifts:error.capacityBelowStock', { stock });
      await setPlacement(work, { capacity, alarmThreshold });
    }),

  removePlacement: async (context, { equipmentId }) => {
    await changePlacement(context, equipmentId, 'gifts.removePlacement', async (work) => {
      const held = heldBy(work);
      await giveBack(work, await lockedGift(work, held.giftId), held.stock);
      await remove(work.tx, context.session.scope, giftPlacements, (placement) => eq(placement.id, held.id));
    });
    return {};
  },
};
