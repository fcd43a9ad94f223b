import { cardWorth } from '#features/cards/server/public.ts';
import { lockIssuer, spendIssue } from '#features/coins/server/public.ts';
import { promisePoints } from '#features/points/server/public.ts';
import { assertSites } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, endOfDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { insert, insertMany } from '#kit/server/tables.ts';
import { vouchersChanged } from '../contract/kinds.ts';
import type { vouchersContract } from '../contract/vouchers.ts';
import { voucherBatches, vouchers } from '../tables.ts';
import { codeOf, hashOf } from './voucher-codes.ts';

type Wish = ParsedInputOf<typeof vouchersContract.createVouchers>;

/** What a voucher is good for, and how it counts against what its maker may give on the day. */
async function worthOf(tx: Tx, { session, services }: StaffContext, wish: Wish, now: Date) {
  const { value, pieces } = wish;
  if (value === 'card') {
    if (!wish.cardTypeId) throw invalidField('cardTypeId', 'rewards:error.needsCard');
    const card = await cardWorth(tx, session.tenantId, wish.cardTypeId, wish.fieldId);
    if (!card) throw invalidField('cardTypeId', 'rewards:error.noCard');
    if (!card.holdsThere) throw invalidField('cardTypeId', 'cards:error.notAtSite', { name: card.name });
    await lockIssuer(tx, session);
    const worth = card.worth * pieces;
    const day = await spendIssue(tx, services, session, worth, now);
    return { amount: null, cardTypeId: wish.cardTypeId, cardName: card.name, day, worth };
  }
  const { amount } = wish;
  if (!amount) throw invalidField('amount', 'rewards:error.needsAmount');
  const none = { amount, cardTypeId: null, cardName: null };
  if (value === 'coin') {
    await lockIssuer(tx, session);
    const worth = amount * pieces;
    return { ...none, day: await spendIssue(tx, services, session, worth, now), worth };
  }
  const promise = { each: amount, count: pieces, field: 'amount' };
  return { ...none, day: await promisePoints(tx, session, promise, now), worth: 0 };
}

/** A batch and its vouchers. Codes follow from their ids and the server's key; what is kept finds them and tells nothing. */
export async function issueVouchers(context: StaffContext, wish: Wish): Promise<{ id: string }> {
  const { session, services, clock } = context;
  const now = clock.now();
  if (wish.until < businessDay(now)) throw invalidField('until', 'rewards:error.pastDay');
  const { name, value, pieces, fieldId: siteId } = wish;
  const expiresAt = endOfDay(wish.until);
  const id = newId(now.getTime());
  await context.db.transaction(async (tx) => {
    await assertSites(tx, session.scope, [siteId]);
    const good = await worthOf(tx, context, wish, now);
    const perPlayer = wish.perPlayer ?? null;
    await insert(tx, session.scope, voucherBatches, {
      ...{ id, createdAt: now, name, siteId, value, pieces, expiresAt, perPlayer },
      ...good,
      userId: session.userId,
      userName: session.name,
    });
    const numbered = Array.from({ length: pieces }, (_, place) => {
      const voucherId = newId(now.getTime());
      const codeHash = hashOf(services.secrets, codeOf(services.secrets, voucherId));
      return { id: voucherId, batchId: id, siteId, number: place + 1, codeHash };
    });
    await insertMany(tx, session.scope, vouchers, numbered);
    const { amount, cardName } = good;
    await audit(tx, context, {
      action: 'rewards.createVouchers',
      entity: 'voucherBatch',
      entityId: id,
      siteId,
      label: name,
      after: { value, amount, cardName, pieces, expiresAt, perPlayer },
    });
    await emit(tx, siteTopic(session.tenantId, siteId), vouchersChanged);
  });
  return { id };
}
