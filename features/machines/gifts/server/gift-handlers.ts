import { siteIdsOf } from '#features/base/accounts/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, dropRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { giftChanged } from '../contract/records.ts';
import type { giftsContract } from '../contract.ts';
import { stockAfter } from '../rules/stock-rules.ts';
import { gifts } from '../tables.ts';
import { deviceFigures, lockGifts, lockTypes, pageGifts, selectGifts, selectTypes } from './gift-queries.ts';
import { toGiftRecord } from './gift-records.ts';
import { moverOf, recordMovements, wasBooked } from './record-movements.ts';

type Contract = Pick<
  typeof giftsContract,
  'listGifts' | 'readGift' | 'listUserGifts' | 'saveGift' | 'removeGifts' | 'moveStock'
>;
type SaveInput = ParsedInputOf<typeof giftsContract.saveGift>;

const giftSubject = subjectOf(gifts, {
  entity: 'gift',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), giftChanged, { id })],
  taken: { gift_name: { key: 'gifts:error.nameTaken', field: 'name' } },
});

async function create(
  tx: Tx,
  context: StaffContext,
  { id: _, stock = 0, alarmThreshold = 0, ...fields }: SaveInput,
): Promise<string> {
  const mover = moverOf(context);
  const { id, costFen } = await addRow(
    tx,
    context,
    giftSubject,
    { action: 'gifts.create' },
    { ...fields, createdAt: mover.at, stock, alarmThreshold },
  );
  if (stock > 0)
    await recordMovements(tx, context.session.scope, [
      { ...mover, giftId: id, kind: 'in', amount: stock, costFen, stock: { before: 0, after: stock } },
    ]);
  return id;
}

const change = (tx: Tx, context: StaffContext, id: string, { id: _, stock, ...fields }: SaveInput) =>
  changeRow(tx, context, giftSubject, { id, action: 'gifts.update' }, (before) => {
    // A form that was open for a while would else undo what was loaded or booked meanwhile.
    if (stock !== undefined && stock !== before.stock)
      throw invalidField('stock', 'gifts:error.stockByMovement', { stock: before.stock });
    return fields;
  });

export const giftHandlers: Handlers<Contract> = {
  async listGifts({ db, session: { scope } }, input) {
    const page = await pageGifts(db.read, scope, input);
    const ids = page.records.map(({ id }) => id);
    const figures = await deviceFigures(db.read, scope, ids);
    return mapPage(page, (row) => toGiftRecord(row, figures));
  },

  async readGift({ db, session: { scope } }, { id }) {
    const [[row], figures] = await Promise.all([
      selectGifts(db.read, scope, id),
      deviceFigures(db.read, scope, [id]),
    ]);
    if (!row) throw missing();
    return toGiftRecord(row, figures);
  },

  /** The catalogue is the merchant's; an account with some sites works with the devices there. */
  async listUserGifts({ db, session: { scope, tenantId, userId } }, input) {
    const siteIds = await siteIdsOf(db.read, scope, input.userId ?? userId);
    if (siteIds === undefined) throw missing();
    const list = await selectGifts(db.read, scope);
    const reach = siteIds === null ? undefined : tenantScope(tenantId, siteIds);
    const ids = list.map(({ id }) => id);
    const figures = await deviceFigures(db.read, scope, ids, reach);
    return list.map((row) => toGiftRecord(row, figures));
  },

  saveGift: (context, input) =>
    context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      await lockTypes(tx, tenantId);
      const types = await selectTypes(tx, scope);
      if (!types.some((type) => type.id === input.typeId))
        throw invalidField('typeId', 'gifts:error.unknownType');
      if (!input.id) return { id: await create(tx, context, input) };
      return change(tx, context, input.id, input);
    }),

  async removeGifts(context, { ids }) {
    const { scope } = context.session;
    const mover = moverOf(context);
    await context.db.transaction(async (tx) => {
      const reference = { ids, action: 'gifts.remove', set: { removedAt: mover.at, stock: 0 } };
      const removed = await dropRows(tx, context, giftSubject, reference, async (found) => {
        const held = await deviceFigures(tx, scope, ids);
        for (const { id, name } of found) {
          const devices = held.get(id)?.devices;
          if (devices) throw conflict('gifts:error.inDevices', { name, count: devices });
        }
      });
      // What the warehouse still held leaves the books in sight of everybody.
      await recordMovements(
        tx,
        scope,
        removed
          .filter(({ stock }) => stock > 0)
          .map(({ id, stock, costFen }) => ({
            ...mover,
            giftId: id,
            kind: 'out' as const,
            amount: stock,
            costFen,
            stock: { before: stock, after: 0 },
          })),
      );
    });
  },

  moveStock: (context, { giftId, kind, amount, note, requestId }) =>
    context.db.transaction(async (tx) => {
      const { scope } = context.session;
      const held = (await lockGifts(tx, scope, [giftId])).get(giftId);
      if (held && (await wasBooked(tx, scope, requestId))) return held;
      const reference = { id: giftId, action: 'gifts.moveStock', note: { kind, note } };
      return changeRow(tx, context, giftSubject, reference, async (gift) => {
        const after = stockAfter(gift, { kind, amount, note });
        await recordMovements(tx, scope, [
          {
            ...moverOf(context),
            giftId,
            kind,
            amount: kind === 'correct' ? after - gift.stock : amount,
            costFen: gift.costFen,
            stock: { before: gift.stock, after },
            note,
            requestId,
          },
        ]);
        return { stock: after };
      });
    }),
};
