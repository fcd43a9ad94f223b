import { desc } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { ownRows, updateOwn } from '#kit/server/player-tables.ts';
import type { PlayerScope } from '#kit/server/scope.ts';
import type { Address } from '../contract/addresses.ts';
import { playerAddresses } from '../tables.ts';

/** A player has so many addresses at most: two that are added at the same time are counted one after the other. */
export const holdAddresses = (tx: Tx, { playerId }: PlayerScope) =>
  holdName(tx, 'player addresses', playerId);

export function ownAddresses(reader: Reader, scope: PlayerScope): Promise<Address[]> {
  const address = ownRows(scope, playerAddresses);
  return reader
    .select({
      ...pick(address, 'id', 'name', 'phone', 'region', 'street'),
    })
    .from(address)
    .orderBy(desc(address.usedAt), desc(address.id));
}

/** One of the player's own for an order that follows: the next time it is offered first. */
export async function takeAddress(tx: Tx, scope: PlayerScope, id: string, now: Date): Promise<Address> {
  const [found] = await updateOwn(tx, scope, playerAddresses, { id }, { usedAt: now });
  if (!found) throw missing('players:error.gone');
  const { name, phone, region, street } = found;
  return { id, name, phone, region, street };
}
