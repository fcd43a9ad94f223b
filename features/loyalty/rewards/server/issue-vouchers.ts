import { assertSites } from '#features/base/sites/server/public.ts';
import { cardWorth } from '#features/loyalty/cards/server/public.ts';
import { assertMost } from '#features/loyalty/points/server/public.ts';
import { type Agreed, type DoorKeeper, giveOrAsk, worthOf } from '#features/money/allowance/server/public.ts';
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
import { vouchersContract } from '../contract/vouchers.ts';
import { voucherBatches, vouchers } from '../tables.ts';
import { codeOf, hashOf } from './voucher-codes.ts';

type Wish = ParsedInputOf<typeof vouchersContract.createVouchers>;

/** What a voucher is good for, and what one of them is worth. */
async function goodOf(tx: Tx, context: StaffContext, wish: Wish) {
  const { session, services } = context;
  const { value } = wish;
  const { tenantId } = session;
  if (value === 'card') {
    if (!wish.cardTypeId) throw invalidField('cardTypeId', 'rewards:error.needsCard');
    const card = await cardWorth(tx, services, tenantId, wish.cardTypeId);
    if (!card) throw invalidField('cardTypeId', 'rewards:error.noCard');
    if (!card.holdsAt(wish.fieldId))
      throw invalidField('cardTypeId', 'cards:error.notAtSite', { name: card.name });
    return { amount: null, cardTypeId: wish.cardTypeId, cardName: card.name, eachFen: card.worthFen };
  }
  const { amount } = wish;
  if (!amount) throw invalidField('amount', 'rewards:error.needsAmount');
  if (value !== 'coin') await assertMost(tx, context, { amount, field: 'amount' });
  const eachFen = await worthOf(tx, services, { [value]: amount }, tenantId);
  return { amount, cardTypeId: null, cardName: null, eachFen };
}

type Good = Omit<Awaited<ReturnType<typeof goodOf>>, 'eachFen'>;

/** A batch and its vouchers. Codes follow from their ids and the server's key; what is kept finds them and tells nothing. */
async function makeBatch(
  tx: Tx,
  context: StaffContext,
  wish: Wish,
  batch: Good & { id: string },
): Promise<void> {
  const { session, services, clock } = context;
  const now = clock.now();
  const { name, value, pieces, fieldId: siteId } = wish;
  const { id, amount, cardName } = batch;
  const expiresAt = endOfDay(wish.until);
  const perPlayer = wish.perPlayer ?? null;
  await insert(tx, session.scope, voucherBatches, {
    ...{ createdAt: now, name, siteId, value, pieces, expiresAt, perPlayer, day: businessDay(now) },
    ...batch,
    userId: session.userId,
    userName: session.name,
  });
  const numbered = Array.from({ length: pieces }, (_, place) => {
    const voucherId = newId(now.getTime());
    const codeHash = hashOf(services.secrets, codeOf(services.secrets, voucherId));
    return { id: voucherId, batchId: id, siteId, number: place + 1, codeHash };
  });
  await insertMany(tx, session.scope, vouchers, numbered);
  await audit(tx, context, {
    action: 'rewards.createVouchers',
    entity: 'voucherBatch',
    entityId: id,
    siteId,
    label: name,
    after: { value, amount, cardName, pieces, expiresAt, perPlayer },
  });
  await emit(tx, siteTopic(session.tenantId, siteId), vouchersChanged);
}

interface Batch {
  id: string;
  wish: Wish;
}

/** Made where the allowance covers what all of them are worth; else it waits for a second person. */
async function makeOrAsk(
  tx: Tx,
  context: StaffContext,
  { id, wish }: Batch,
  agreed?: Agreed,
): Promise<string | null> {
  const { session, clock } = context;
  if (wish.until < businessDay(clock.now())) throw invalidField('until', 'rewards:error.pastDay');
  const { name, pieces, value } = wish;
  await assertSites(tx, session.scope, [wish.fieldId]);
  const { eachFen, ...good } = await goodOf(tx, context, wish);
  const params = { pieces, each: good.amount ?? 1, until: wish.until, name: good.cardName ?? '' };
  const gift = {
    ...{ door: 'voucher' as const, subjectId: id, units: pieces, worthFen: eachFen * pieces, label: name },
    tells: [{ key: `rewards:asks.${value}`, params }],
    payload: { id, wish } satisfies Batch,
  };
  const asked = await giveOrAsk(tx, context, gift, agreed);
  if (!asked) await makeBatch(tx, context, wish, { id, ...good });
  return asked;
}

export async function issueVouchers(
  context: StaffContext,
  wish: Wish,
): Promise<{ id: string; asked: string | null }> {
  const id = newId(context.clock.now().getTime());
  return { id, asked: await context.db.transaction((tx) => makeOrAsk(tx, context, { id, wish })) };
}

export const voucherDoor: DoorKeeper = {
  right: vouchersContract.createVouchers.access,
  async carryOut(tx, context, payload, agreed) {
    await makeOrAsk(tx, context, payload as Batch, agreed);
  },
};
