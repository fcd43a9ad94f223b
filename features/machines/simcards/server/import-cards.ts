import type { ParsedInputOf, ResultOf } from '#kit/contract/endpoint.ts';
import { AppError, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import { refusingTaken } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import { type CardKind, cardChanged, maxImportLines, type simcardsContract } from '../contract.ts';
import { type ImportLine, readLines } from '../rules/card-rules.ts';
import { simCards } from '../tables.ts';
import { knownNumbers } from './card-queries.ts';
import { actorOf, cardSubject, recordEvents } from './record-events.ts';

type Import = typeof simcardsContract.importCards;

async function addUnknown(context: StaffContext, kind: CardKind, lines: readonly ImportLine[]) {
  const { scope, tenantId } = context.session;
  return context.db.transaction(async (tx) => {
    const readable = lines.flatMap((line) => (line.card && !line.problem ? [line.card] : []));
    const known = await knownNumbers(
      tx,
      scope,
      kind,
      readable.map((card) => card.number),
    );
    const actor = actorOf(context);
    const added = readable
      .filter((card) => !known.has(card.number))
      .map((card) => ({ ...card, id: newId(), kind, createdAt: actor.createdAt }));
    if (added.length > 0) {
      await refusingTaken(cardSubject.taken, {}, () => insert(tx, scope, simCards, added));
      await recordEvents(
        tx,
        scope,
        added.map((card) => ({
          ...actor,
          cardId: card.id,
          kind: 'added' as const,
          expiresAfter: card.expiresOn,
        })),
      );
      await audit(tx, context, {
        action: 'simcards.import',
        entity: cardSubject.entity,
        entityId: added[0]!.id,
        label: String(added.length),
        after: { kind, numbers: added.map((card) => card.number) },
      });
      await emit(tx, tenantTopic(tenantId), cardChanged, {});
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

export async function importCards(
  context: StaffContext,
  { kind, lines }: ParsedInputOf<Import>,
): Promise<ResultOf<Import>> {
  const read = readLines(kind, lines);
  if (read.length > maxImportLines)
    throw invalidField('lines', 'simcards:error.tooManyLines', { max: maxImportLines });
  try {
    return await addUnknown(context, kind, read);
  } catch (error) {
    // Somebody added one of them between our look and our insert: now it is known.
    if (error instanceof AppError && error.kind === 'invalid') return addUnknown(context, kind, read);
    throw error;
  }
}
