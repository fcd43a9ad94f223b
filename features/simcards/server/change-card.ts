import { eq, sql } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import type { simcardsContract } from '../contract.ts';
import { simCards } from '../tables.ts';
import { recordEvents } from './card-events.ts';
import { type CardRow, lockCards, type Reach, reachOf, selectAssigned } from './card-queries.ts';
import { monthOf, renewedUntil } from './card-rules.ts';

const uniqueViolation = '23505';

interface CardWork {
  tx: Tx;
  context: StaffContext;
  reach: Reach;
  card: CardRow;
}

/** One SIM card under change; nobody else assigns or renews it meanwhile. */
async function changeSim<T>(
  context: StaffContext,
  id: string,
  work: (work: CardWork) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const reach = await reachOf(tx, context.session.scope);
    const [card] = await lockCards(tx, reach, [id]);
    if (!card) throw missing();
    if (card.kind !== 'sim') throw conflict('simcards:error.onlySim');
    const result = await work({ tx, context, reach, card });
    await emit(tx, tenantTopic(context.session.tenantId), 'card.changed', { id });
    return result;
  });
}

const actorOf = ({ session, clock }: StaffContext) => ({
  userId: session.userId,
  userName: session.name,
  createdAt: clock.now(),
});

async function assign(work: CardWork, deviceId: string | null, note: string | undefined): Promise<void> {
  const { tx, context, reach, card } = work;
  const { scope } = context.session;
  if (card.deviceId === deviceId) return;
  const device = deviceId ? reach.devices.get(deviceId) : undefined;
  if (deviceId && !device) throw missing();
  const sitting = deviceId && (await selectAssigned(tx, scope)).get(deviceId);
  if (sitting) throw conflict('simcards:error.deviceTaken', { number: sitting });
  const shared = { ...actorOf(context), cardId: card.id, note };
  const before = card.deviceId ? reach.devices.get(card.deviceId) : undefined;
  await update(tx, scope, simCards, (row) => eq(row.id, card.id), { deviceId });
  await recordEvents(tx, scope, [
    ...(card.deviceId
      ? [{ ...shared, kind: 'unassigned' as const, deviceId: card.deviceId, deviceCode: before?.code }]
      : []),
    ...(device
      ? [{ ...shared, kind: 'assigned' as const, deviceId: device.id, deviceCode: device.code }]
      : []),
  ]);
  await audit(tx, context, {
    action: 'simcards.assign',
    entity: 'card',
    entityId: card.id,
    label: card.number,
    before: { device: before?.code ?? card.deviceId },
    after: { device: device?.code ?? null, note },
  });
}

export const assignCard: Handler<typeof simcardsContract.assignCard> = async (context, input) => {
  try {
    await changeSim(context, input.id, (work) => assign(work, input.equipmentId ?? null, input.note));
  } catch (error) {
    // Two cards for one device at the same moment: the database let one of them in.
    if (sqlStateOf(error) === uniqueViolation) throw conflict('simcards:error.deviceJustTaken');
    throw error;
  }
  return {};
};

export const renewCard: Handler<typeof simcardsContract.renewCard> = (context, input) =>
  changeSim(context, input.id, async ({ tx, card }) => {
    const { scope } = context.session;
    if (card.expiresOn !== input.expiresOn)
      throw conflict('simcards:error.renewedMeanwhile', { day: card.expiresOn ?? '—' });
    const expiresOn = renewedUntil(card.expiresOn, businessDay(context.clock.now()), input.months);
    await update(tx, scope, simCards, (row) => eq(row.id, card.id), { expiresOn });
    await recordEvents(tx, scope, [
      {
        ...actorOf(context),
        cardId: card.id,
        kind: 'renewed',
        months: input.months,
        expiresBefore: card.expiresOn,
        expiresAfter: expiresOn,
        note: input.note,
      },
    ]);
    await audit(tx, context, {
      action: 'simcards.renew',
      entity: 'card',
      entityId: card.id,
      label: card.number,
      before: { expiresOn: card.expiresOn },
      after: { expiresOn, months: input.months, note: input.note },
    });
    return { expiresOn };
  });

/** A person reads the operator's bill: unlike a device's report it may also be less than what stood there. */
export const enterTraffic: Handler<typeof simcardsContract.enterTraffic> = async (context, input) => {
  await changeSim(context, input.id, async ({ tx, card }) => {
    const month = monthOf(context.clock.now());
    await tx.execute(sql`
      insert into sim_card_traffic (tenant_id, card_id, month, used_bytes)
      values (${card.tenantId}, ${card.id}, ${month}, ${input.usedBytes})
      on conflict (tenant_id, card_id, month) do update set used_bytes = excluded.used_bytes`);
    await audit(tx, context, {
      action: 'simcards.traffic',
      entity: 'card',
      entityId: card.id,
      label: card.number,
      after: { month, usedBytes: input.usedBytes },
    });
  });
  return {};
};
