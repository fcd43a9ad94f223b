import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { simCardEvents } from '../tables.ts';
import type { CardEventRow } from './card-queries.ts';

export type NewCardEvent = Pick<CardEventRow, 'cardId' | 'kind' | 'userId' | 'userName' | 'createdAt'> &
  Partial<
    Pick<CardEventRow, 'deviceId' | 'deviceCode' | 'months' | 'expiresBefore' | 'expiresAfter' | 'note'>
  >;

export async function recordEvents(tx: Tx, scope: Scope, list: readonly NewCardEvent[]): Promise<void> {
  if (list.length === 0) return;
  await insert(
    tx,
    scope,
    simCardEvents,
    list.map((event) => ({ ...event, id: newId(event.createdAt.getTime()), note: event.note || null })),
  );
}
