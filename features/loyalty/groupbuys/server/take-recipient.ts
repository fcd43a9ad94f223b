import {
  findPlayersByPhone,
  holdPlayer,
  type PlayerRow,
  rememberPlayer,
} from '#features/base/players/server/public.ts';
import { takeScan } from '#features/people/playerapp/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';

export interface Named {
  memberCode?: string | undefined;
  phone?: string | undefined;
}

/** Of several records with one number the one that is logged in to by it, else the oldest. */
export async function findByPhone(reader: Reader, phone: string): Promise<PlayerRow | undefined> {
  const known = (await findPlayersByPhone(reader, phone)).filter(
    ({ deletedAt, closesAt }) => !deletedAt && !closesAt,
  );
  return known.find(({ platform }) => platform === 'phone') ?? known[0];
}

/** Whose it becomes. Who has the number for the first time is a player from then on, and finds it after a log-in by it. */
export async function takeRecipient(
  tx: Tx,
  context: StaffContext,
  { memberCode, phone }: Named,
): Promise<PlayerRow> {
  if (memberCode) return (await takeScan(tx, context, memberCode)).player;
  if (!phone) throw invalidField('phone', 'kit:validation.required');
  const known =
    (await findByPhone(tx, phone)) ??
    (await rememberPlayer(tx, { platform: 'phone', appId: 'phone', openId: phone, phone }, maskPhone(phone)));
  const held = await holdPlayer(tx, known.id);
  if (!held) throw invalidField('phone', 'groupbuys:problem.playerGone');
  return held;
}
