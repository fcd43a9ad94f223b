import { eq } from 'drizzle-orm';
import { assertSites } from '#features/base/sites/server/public.ts';
import { storeView, variantView } from '#features/loyalty/stock/server/public.ts';
import { giftView } from '#features/machines/gifts/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { add, change, drop, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { siteTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { assertWhole, type Scope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { recyclingChanged } from '../contract/kinds.ts';
import type { recyclingContract } from '../contract/recycling.ts';
import { recycleGifts, recyclePaths } from '../tables.ts';
import { recycleGift } from './recycle-gift.ts';
import { pagePaths, pageRecycleGifts, pageRecyclings } from './recycle-queries.ts';

const giftSubject = subjectOf(recycleGifts, {
  entity: 'recycleGift',
  label: ({ points }) => String(points),
  alive: { removedAt: null },
  tells: ({ tenantId }) => [told(tenantTopic(tenantId), recyclingChanged)],
  taken: { recycle_gift_once: { key: 'rewards:error.giftTaken', field: 'giftId' } },
});
const pathSubject = subjectOf(recyclePaths, {
  entity: 'recyclePath',
  label: ({ name }) => name,
  alive: { removedAt: null },
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), recyclingChanged)],
});

/** What a gift brings holds at all sites. */
function assertAllSites({ scope }: StaffSession): void {
  assertWhole(scope, 'rewards:error.allSites');
}

async function assertGift(reader: Reader, scope: Scope, giftId: string, variantId: string): Promise<void> {
  const gift = giftView(scope);
  const variant = variantView(scope);
  const [[known], [good]] = await Promise.all([
    reader.select().from(gift).where(eq(gift.id, giftId)),
    reader.select().from(variant).where(eq(variant.id, variantId)),
  ]);
  if (!known) throw invalidField('giftId', 'rewards:error.noGift');
  if (!good || good.removedAt) throw invalidField('variantId', 'rewards:error.noGood');
}

async function assertStore(reader: Reader, scope: Scope, storeId: string): Promise<void> {
  const store = storeView(scope);
  const [found] = await reader.select().from(store).where(eq(store.id, storeId));
  if (!found || found.removedAt) throw invalidField('storeId', 'rewards:error.noStore');
}

export const recycleHandlers: Handlers<typeof recyclingContract> = {
  listRecyclings: ({ db, session }, input) => pageRecyclings(db.read, session.scope, input),
  recycleGift,
  listRecycleGifts: ({ db, session }, input) => pageRecycleGifts(db.read, session.scope, input),

  async saveRecycleGift(context, { id, ...values }) {
    assertAllSites(context.session);
    await assertGift(context.db.read, context.session.scope, values.giftId, values.variantId);
    return id
      ? change(context, giftSubject, { id, action: 'rewards.changeRecycleGift' }, () => values)
      : add(context, giftSubject, { action: 'rewards.addRecycleGift' }, values);
  },

  async removeRecycleGifts(context, { ids }) {
    assertAllSites(context.session);
    const set = { removedAt: context.clock.now() };
    await drop(context, giftSubject, { ids, action: 'rewards.removeRecycleGift', set });
  },

  listRecyclePaths: ({ db, session }, input) => pagePaths(db.read, session.scope, input),

  async saveRecyclePath(context, { id, fieldId, ...fields }) {
    const { scope } = context.session;
    await assertSites(context.db.read, scope, [fieldId]);
    await assertStore(context.db.read, scope, fields.storeId);
    const values = { ...fields, siteId: fieldId };
    return id
      ? change(context, pathSubject, { id, action: 'rewards.changePath' }, () => values)
      : add(context, pathSubject, { action: 'rewards.addPath' }, values);
  },

  async removeRecyclePaths(context, { ids }) {
    const set = { removedAt: context.clock.now() };
    await drop(context, pathSubject, { ids, action: 'rewards.removePath', set });
  },
};
