import { sql } from 'drizzle-orm';
import { findDevice, listDevices } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import { addRow, change, drop, lockRows, refusingTaken } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { update } from '#kit/server/tables.ts';
import { cardChanged, type simcardsContract } from '../contract.ts';
import { checkedNumber, monthOf, renewedUntil } from '../rules/card-rules.ts';
import { simCards } from '../tables.ts';
import {
  assertWithin,
  type CardRow,
  cardIn,
  pageCardDevices,
  pageCards,
  selectCard,
  selectEvents,
  selectTraffic,
} from './card-queries.ts';
import { toCardEvent, toCardRecord } from './card-records.ts';
import { importCards } from './import-cards.ts';
import { actorOf, cardSubject, recordEvents } from './record-events.ts';

type SaveInput = ParsedInputOf<typeof simcardsContract.saveCard>;
type AssignInput = ParsedInputOf<typeof simcardsContract.assignCard>;

/** Only what a card of its kind has: a chip card has no operator, a SIM card no holder. */
function fieldsOf(input: SaveInput) {
  const { kind, operator, expiresOn, trafficLimitBytes, holder, enabled, remark } = input;
  const own = kind === 'sim' ? { operator, trafficLimitBytes } : { holder };
  return { ...own, expiresOn, enabled, remark, number: checkedNumber(kind, input.number) };
}

const create = (context: StaffContext, input: SaveInput): Promise<CardRow> =>
  context.db.transaction(async (tx) => {
    const actor = actorOf(context);
    const values = { createdAt: actor.createdAt, kind: input.kind, ...fieldsOf(input) };
    const row = await addRow(tx, context, cardSubject, { action: 'simcards.create' }, values);
    await recordEvents(tx, context.session.scope, [
      { ...actor, cardId: row.id, kind: 'added', expiresAfter: row.expiresOn },
    ]);
    return row;
  });

/** One card under change that the account may see; of SIM cards nobody else assigns or renews it meanwhile. */
const changeCard = (
  context: StaffContext,
  reference: { id: string; action: string; note?: Record<string, unknown> },
  work: (card: CardRow, tx: Tx) => Promise<Partial<CardRow> | undefined> | Partial<CardRow> | undefined,
): Promise<CardRow> =>
  change(context, cardSubject, reference, async (card, tx) => {
    await assertWithin(tx, context.session.scope, [card]);
    return work(card, tx);
  });

function assertSim(card: CardRow): void {
  if (card.kind !== 'sim') throw conflict('simcards:error.onlySim');
}

/** The log names devices by what is printed on them, not by their ids. */
async function assign(tx: Tx, context: StaffContext, { id, equipmentId = null, note }: AssignInput) {
  const { scope, tenantId } = context.session;
  const [card] = await lockRows(tx, context, cardSubject, [id]);
  await assertWithin(tx, scope, [card!]);
  assertSim(card!);
  await emit(tx, tenantTopic(tenantId), cardChanged, { id });
  if (card!.deviceId === equipmentId) return;
  const device = equipmentId ? await findDevice(tx, scope, equipmentId) : undefined;
  const sitting = equipmentId && (await cardIn(tx, scope, equipmentId));
  if (sitting) throw conflict('simcards:error.deviceTaken', { number: sitting });
  const [before] = card!.deviceId ? await listDevices(tx, scope, { ids: [card!.deviceId] }) : [];
  await update(tx, scope, simCards, { id }, { deviceId: equipmentId });
  const shared = { ...actorOf(context), cardId: id, note };
  await recordEvents(tx, scope, [
    ...(card!.deviceId
      ? [{ ...shared, kind: 'unassigned' as const, deviceId: card!.deviceId, deviceCode: before?.code }]
      : []),
    ...(device
      ? [{ ...shared, kind: 'assigned' as const, deviceId: device.deviceId, deviceCode: device.code }]
      : []),
  ]);
  await audit(tx, context, {
    action: 'simcards.assign',
    entity: cardSubject.entity,
    entityId: id,
    label: card!.number,
    before: { device: before?.code ?? card!.deviceId },
    after: { device: device?.code ?? null, note },
  });
}

export const cardHandlers: Handlers<typeof simcardsContract> = {
  async listCards(context, input) {
    const now = context.clock.now();
    const page = await pageCards(context.db.read, context.session.scope, now, input);
    return mapPage(page, (row) => toCardRecord(row, now, sayFor(context)));
  },

  async readCard(context, { id }) {
    const reader = context.db.read;
    const { scope } = context.session;
    const say = sayFor(context);
    const now = context.clock.now();
    const [found, events, traffic] = await Promise.all([
      selectCard(reader, scope, now, id),
      selectEvents(reader, scope, id),
      selectTraffic(reader, scope, id),
    ]);
    if (!found) throw missing();
    return {
      ...toCardRecord(found, now, say),
      history: events.map((event) => toCardEvent(event, say)),
      traffic,
    };
  },

  async saveCard(context, input) {
    const { id } = input;
    if (!id) return { id: (await create(context, input)).id };
    await changeCard(context, { id, action: 'simcards.update' }, (before) => {
      if (before.kind !== input.kind) throw invalidField('kind', 'simcards:error.kindFixed');
      return fieldsOf(input);
    });
    return { id };
  },

  importCards,

  async assignCard(context, input) {
    // Two cards for one device at the same moment: the database lets one of them in.
    await refusingTaken(cardSubject.taken, {}, () =>
      context.db.transaction((tx) => assign(tx, context, input)),
    );
  },

  async renewCard(context, { id, months, note, expiresOn: seen }) {
    const reference = { id, action: 'simcards.renew', note: { months, note } };
    const { expiresOn } = await changeCard(context, reference, async (card, tx) => {
      assertSim(card);
      if (card.expiresOn !== seen)
        throw conflict('simcards:error.renewedMeanwhile', { day: card.expiresOn ?? '—' });
      const until = renewedUntil(card.expiresOn, businessDay(context.clock.now()), months);
      await recordEvents(tx, context.session.scope, [
        {
          ...actorOf(context),
          ...{ cardId: id, kind: 'renewed', months, note },
          expiresBefore: card.expiresOn,
          expiresAfter: until,
        },
      ]);
      return { expiresOn: until };
    });
    return { expiresOn: expiresOn! };
  },

  /** A person reads the operator's bill: unlike a device's report it may also be less than what stood there. */
  async enterTraffic(context, { id, usedBytes }) {
    const month = monthOf(context.clock.now());
    const reference = { id, action: 'simcards.traffic', note: { month, usedBytes } };
    await changeCard(context, reference, async (card, tx) => {
      assertSim(card);
      await tx.execute(sql`
        insert into sim_card_traffic (tenant_id, card_id, month, used_bytes)
        values (${card.tenantId}, ${card.id}, ${month}, ${usedBytes})
        on conflict (tenant_id, card_id, month) do update set used_bytes = excluded.used_bytes`);
      return undefined;
    });
    return {};
  },

  async removeCards(context, { ids }) {
    const reference = { ids, action: 'simcards.remove', set: { removedAt: context.clock.now() } };
    await drop(context, cardSubject, reference, async (found, tx) => {
      await assertWithin(tx, context.session.scope, found);
      const inside = found.find(({ deviceId }) => deviceId);
      if (inside) throw conflict('simcards:error.inDevice', { number: inside.number });
    });
  },

  listCardDevices: ({ db, session }, input) => pageCardDevices(db.read, session.scope, input),
};
