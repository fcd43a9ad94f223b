import { newId } from '#kit/kernel/ids.ts';
import { subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert, type NewRowOf } from '#kit/server/tables.ts';
import { cardChanged } from '../contract.ts';
import { simCardEvents, simCards } from '../tables.ts';

export const cardSubject = subjectOf(simCards, {
  entity: 'card',
  label: ({ number }) => number,
  alive: { removedAt: null },
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), cardChanged, { id })],
  taken: {
    sim_card_number: { field: 'number', key: 'simcards:error.numberKnown' },
    sim_card_device: { key: 'simcards:error.deviceJustTaken' },
  },
});

export const actorOf = ({ session, clock }: StaffContext) => ({
  userId: session.userId,
  userName: session.name,
  createdAt: clock.now(),
});

export type NewCardEvent = Omit<NewRowOf<typeof simCardEvents>, 'id' | 'createdAt'> & { createdAt: Date };

/** Lines in the history of cards, which nobody can change afterwards. */
export async function recordEvents(tx: Tx, scope: Scope, list: readonly NewCardEvent[]): Promise<void> {
  if (list.length === 0) return;
  await insert(
    tx,
    scope,
    simCardEvents,
    list.map((event) => ({ ...event, id: newId(event.createdAt.getTime()), note: event.note || null })),
  );
}
