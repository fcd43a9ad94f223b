import { invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { sqlStateOf } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import { type CardKind, maxImportLines, type simcardsContract } from '../contract.ts';
import { simCards } from '../tables.ts';
import { recordEvents } from './card-events.ts';
import { knownNumbers } from './card-queries.ts';
import { type ImportLine, readLines } from './card-rules.ts';

const uniqueViolation = '23505';

async function addKnownOnes(context: StaffContext, kind: CardKind, lines: readonly ImportLine[]) {
  const { scope, tenantId, userId, name } = context.session;
  return context.db.transaction(async (tx) => {
    const readable = lines.flatMap((line) => (line.card && !line.problem ? [line.card] : []));
    const known = await knownNumbers(
      tx,
      scope,
      kind,
      readable.map((card) => card.number),
    );
    const createdAt = context.clock.now();
    const added = readable
      .filter((card) => !known.has(card.number))
      .map((card) => ({ ...card, id: newId(), kind, createdAt }));
    if (added.length > 0) {
      await insert(tx, scope, simCards, added);
      await recordEvents(
        tx,
        scope,
        added.map((card) => ({
          cardId: card.id,
          kind: 'added' as const,
          createdAt,
          userId,
          userName: name,
          expiresAfter: card.expiresOn,
        })),
      );
      await audit(tx, context, {
        action: 'simcards.import',
        entity: 'card',
        entityId: added[0]!.id,
        label: String(added.length),
        after: { kind, numbers: added.map((card) => card.number) },
      });
      await emit(tx, tenantTopic(tenantId), 'card.changed', {});
    }
    return {
      added: added.length,
      results: lines.map(({ line, text, problem, card }) => ({
        line,
        text,
        problem: problem ?? (card && known.has(card.number) ? ('known' as const) : null),
      })),
    };
  });
}

export const importCards: Handler<typeof simcardsContract.importCards> = async (context, { kind, lines }) => {
  const read = readLines(kind, lines);
  if (read.length > maxImportLines)
    throw invalidField('lines', 'simcards:error.tooManyLines', { max: maxImportLines });
  try {
    return await addKnownOnes(context, kind, read);
  } catch (error) {
    // Somebody added one of them between our look and our insert: now it is known.
    if (sqlStateOf(error) === uniqueViolation) return addKnownOnes(context, kind, read);
    throw error;
  }
};
