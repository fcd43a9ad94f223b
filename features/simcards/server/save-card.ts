import { eq, inArray } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { sqlStateOf, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert, update } from '#kit/server/tables.ts';
import type { simcardsContract } from '../contract.ts';
import { simCards } from '../tables.ts';
import { recordEvents } from './card-events.ts';
import { lockCards, reachOf } from './card-queries.ts';
import { checkedNumber } from './card-rules.ts';

type SaveInput = ParsedInputOf<typeof simcardsContract.saveCard>;
const uniqueViolation = '23505';

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Only what a card of its kind has: a chip card has no operator, a SIM card no holder. */
function fieldsOf(input: SaveInput) {
  const { kind, operator, expiresOn, trafficLimitBytes, holder, enabled, remark } = input;
  const own = kind === 'sim' ? { operator, trafficLimitBytes } : { holder };
  return defined({ ...own, expiresOn, enabled, remark, number: checkedNumber(kind, input.number) });
}

async function create(tx: Tx, context: StaffContext, input: SaveInput): Promise<string> {
  const { scope, userId, name } = context.session;
  const createdAt = context.clock.now();
  const values = { id: newId(), createdAt, kind: input.kind, ...fieldsOf(input) };
  await insert(tx, scope, simCards, values);
  await recordEvents(tx, scope, [
    { cardId: values.id, kind: 'added', createdAt, userId, userName: name, expiresAfter: values.expiresOn },
  ]);
  await audit(tx, context, {
    action: 'simcards.create',
    entity: 'card',
    entityId: values.id,
    label: values.number,
    after: values,
  });
  return values.id;
}

async function change(tx: Tx, context: StaffContext, id: string, input: SaveInput): Promise<void> {
  const { scope } = context.session;
  const [before] = await lockCards(tx, await reachOf(tx, scope), [id]);
  if (!before) throw missing();
  if (before.kind !== input.kind) throw invalidField('kind', 'simcards:error.kindFixed');
  const changes = fieldsOf(input);
  await update(tx, scope, simCards, (card) => eq(card.id, id), changes);
  await audit(tx, context, {
    action: 'simcards.update',
    entity: 'card',
    entityId: id,
    label: changes.number,
    before,
    after: { ...before, ...changes },
  });
}

export const saveCard: Handler<typeof simcardsContract.saveCard> = async (context, input) => {
  try {
    return await context.db.transaction(async (tx) => {
      const id = input.id ?? (await create(tx, context, input));
      if (input.id) await change(tx, context, input.id, input);
      await emit(tx, tenantTopic(context.session.tenantId), 'card.changed', { id });
      return { id };
    });
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) throw invalidField('number', 'simcards:error.numberKnown');
    throw error;
  }
};

export const removeCards: Handler<typeof simcardsContract.removeCards> = async (context, input) => {
  const { scope, tenantId } = context.session;
  const ids = [...new Set(input.ids)];
  await context.db.transaction(async (tx) => {
    const found = await lockCards(tx, await reachOf(tx, scope), ids);
    if (found.length < ids.length) throw missing();
    for (const card of found) {
      if (card.deviceId) throw conflict('simcards:error.inDevice', { number: card.number });
      await audit(tx, context, {
        action: 'simcards.remove',
        entity: 'card',
        entityId: card.id,
        label: card.number,
        before: { ...card },
        after: null,
      });
      await emit(tx, tenantTopic(tenantId), 'card.changed', { id: card.id });
    }
    await update(tx, scope, simCards, (card) => inArray(card.id, ids), { removedAt: context.clock.now() });
  });
  return {};
};
