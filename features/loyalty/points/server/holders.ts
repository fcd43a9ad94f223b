import { purseChanged } from '#features/base/players/contract.ts';
import { type AccountName, playerAccount } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, playerTopic, siteTopics, told } from '#kit/server/outbox.ts';
import { pointsMoved } from '../contract/events.ts';
import type { PointUnit } from '../contract/kinds.ts';

/** Whose points or tickets, and where: what is earned at a site is good at that site. */
export interface Holder {
  tenantId: string;
  playerId: string;
  siteId: string;
  unit: PointUnit;
}

export const accountOf = ({ tenantId, playerId, siteId, unit }: Holder): AccountName =>
  playerAccount(tenantId, playerId, siteId, unit);

/**
 * What was taken back and had been spent already, of all players of a merchant, as a negative number. Who owes how much of
 * it stands in `point_debt`.
 */
export const debtAccount = ({ tenantId, unit }: Pick<Holder, 'tenantId' | 'unit'>): AccountName => ({
  tenantId,
  ownerKind: 'channel',
  ownerId: 'pointDebt',
  purpose: 'owed',
  unit,
});

export const sameHolder = (one: Holder, other: Holder): boolean =>
  one.tenantId === other.tenantId &&
  one.playerId === other.playerId &&
  one.siteId === other.siteId &&
  one.unit === other.unit;

/** Lists of staff and the player's own pages. */
export const tellMoved = (tx: Tx, holders: readonly Holder[]): Promise<void> =>
  emitAll(tx, [
    ...siteTopics(holders).map((audience) => told(audience, pointsMoved)),
    ...[...new Set(holders.map(({ playerId }) => playerId))].map((playerId) =>
      told(playerTopic(playerId), purseChanged),
    ),
  ]);
