import { assertSites } from '#features/base/sites/server/public.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import { createOrder } from '#features/selling/orders/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, minuteMs, startOfDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopic, told } from '#kit/server/outbox.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { chargeChanged, type chargeContract, ownChargeChanged } from '../contract/charge.ts';
import { spentWith, usualFree } from '../rules/pay-password-rules.ts';
import { type ChargeRow, endCharge, findChargeOfCode, insertCharge, sumUnasked } from './charge-queries.ts';
import { holdSpending } from './limit-queries.ts';
import { findPayPassword } from './pay-password-queries.ts';
import { takeScan } from './take-scan.ts';

/** How long a member has to look at the phone. */
const answerMs = 3 * minuteMs;

/** Whether the member lets so much be taken without a word: by the own setting, or as much as usual. */
async function isFree(tx: Tx, playerId: string, amountFen: number, now: Date): Promise<boolean> {
  const today = businessDay(now);
  const own = await findPayPassword(tx, playerScope(playerId), 'update');
  if (own) return spentWith(own, { unit: 'fen', amount: amountFen }, today) !== undefined;
  return (await sumUnasked(tx, playerId, startOfDay(today))) + amountFen <= usualFree.freeFen;
}

async function assertOwned(tx: Tx, { tenantId, playerId, siteId, amountFen }: ChargeRow): Promise<void> {
  const { balanceFen } = await spendableAt(tx, { tenantId, playerId, siteId });
  if (balanceFen < amountFen) throw invalidField('amountFen', 'playerapp:error.memberBalance');
}

export async function tellCharge(tx: Tx, { tenantId, siteId, playerId, id }: ChargeRow): Promise<void> {
  await emitAll(tx, [
    told(siteTopic(tenantId, siteId), chargeChanged, { id }),
    told(playerTopic(playerId), ownChargeChanged, { id }),
  ]);
}

/** An order like any other: its books, its refund and its place in the lists come with it. */
export async function payCharge(tx: Tx, services: Services, charge: ChargeRow): Promise<ChargeRow> {
  const { id, tenantId, siteId, playerId, amountFen, reason } = charge;
  const order = await createOrder(tx, services, {
    tenantId,
    kind: 'goods',
    siteId,
    playerId,
    user: { id: charge.userId, name: charge.userName },
    payWay: 'balance',
    amount: amountFen,
    items: [{ name: reason, quantity: 1, amount: amountFen }],
    fulfilment: { name: 'books', plan: {} },
    settlesTo: 'earnings',
    request: { id, wish: { charge: id } },
  });
  return {
    ...charge,
    state: 'paid',
    orderId: order.id,
    orderNumber: order.number,
    endedAt: services.clock.now(),
  };
}

export async function chargeMember(
  context: StaffContext,
  input: ParsedInputOf<typeof chargeContract.chargeMember>,
): Promise<ChargeRow> {
  const { session, services, clock } = context;
  const { code, fieldId, amountFen, reason } = input;
  return context.db.transaction(async (tx) => {
    await assertSites(tx, session.scope, [fieldId]);
    const { player, scan } = await takeScan(tx, context, code);
    // also before the index says so: of two at once the second waits here
    await holdSpending(tx, player.id);
    if (await findChargeOfCode(tx, scan)) throw conflict('playerapp:error.chargedCode');
    const now = clock.now();
    const free = await isFree(tx, player.id, amountFen, now);
    const asked: ChargeRow = {
      tenantId: session.tenantId,
      id: newId(now.getTime()),
      createdAt: now,
      siteId: fieldId,
      playerId: player.id,
      step: scan.step,
      userId: session.userId,
      userName: session.name,
      amountFen,
      reason,
      state: 'asked',
      confirmed: !free,
      expiresAt: free ? null : new Date(now.getTime() + answerMs),
      endedAt: null,
      orderId: null,
      orderNumber: null,
    };
    await assertOwned(tx, asked);
    const charge = free ? await payCharge(tx, services, asked) : asked;
    await insertCharge(tx, charge);
    await audit(tx, context, {
      action: 'playerapp.charge',
      entity: 'player',
      entityId: player.id,
      siteId: fieldId,
      label: player.name,
      after: { amountFen, reason, state: charge.state, orderNumber: charge.orderNumber },
    });
    await tellCharge(tx, charge);
    return charge;
  });
}

/** The member said yes in time. */
export async function settleCharge(tx: Tx, services: Services, charge: ChargeRow): Promise<ChargeRow> {
  const paid = await payCharge(tx, services, charge);
  const { state, endedAt, orderId, orderNumber } = paid;
  await endCharge(tx, charge, { state, endedAt, orderId, orderNumber });
  await tellCharge(tx, paid);
  return paid;
}
