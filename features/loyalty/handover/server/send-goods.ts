import { takeAddress } from '#features/base/players/server/public.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { ChosenWay } from '../contract/kinds.ts';
import type { HandoverRow } from './handover-queries.ts';
import type { SettingRow } from './setting-queries.ts';

export type Destination = Pick<HandoverRow, 'way' | 'receiver' | 'phone' | 'address'>;

/** Where it goes: to one of the player's own addresses, of which a copy is kept, or to the counter. */
export async function destinationOf(
  tx: Tx,
  { way, addressId }: { way: ChosenWay; addressId?: string | undefined },
  { playerId, setting, now }: { playerId: string; setting: SettingRow; now: Date },
): Promise<Destination> {
  if (way === 'pickup') return { way, receiver: '', phone: '', address: '' };
  if (!setting.shipping) throw conflict('handover:error.noShipping');
  if (!addressId) throw invalidField('addressId', 'handover:error.address');
  const { name, phone, region, street } = await takeAddress(tx, playerScope(playerId), addressId, now);
  return { way, receiver: name, phone, address: `${region} ${street}` };
}
