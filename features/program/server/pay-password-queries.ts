import { lt } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findOwn, putOwn, removeOwn, updateOwn } from '#kit/server/player-tables.ts';
import { run } from '#kit/server/row-statements.ts';
import type { PlayerScope } from '#kit/server/scope.ts';
import type { OwnRowOf } from '#kit/server/tables.ts';
import { confirmedMs, usualFree } from '../rules/pay-password-rules.ts';
import { payConfirmations, payPasswords } from '../tables.ts';

export type PayPasswordRow = OwnRowOf<typeof payPasswords>;

export async function findPayPassword(
  reader: Reader,
  scope: PlayerScope,
  lock?: 'update',
): Promise<PayPasswordRow | undefined> {
  const [found] = await findOwn(reader, scope, payPasswords, {}, lock);
  return found;
}

/** A new one forgives what was typed wrong before. */
export async function writePayPassword(
  tx: Tx,
  scope: PlayerScope,
  { passwordHash, phone, now }: { passwordHash: string; phone: string; now: Date },
): Promise<void> {
  const values = { passwordHash, phone, changedAt: now, failures: 0, lockedUntil: null };
  await putOwn(tx, scope, payPasswords, values, usualFree);
}

export async function changePayPassword(
  tx: Tx,
  scope: PlayerScope,
  values: Partial<Omit<PayPasswordRow, 'playerId'>>,
): Promise<void> {
  await updateOwn(tx, scope, payPasswords, {}, values);
}

/** Of a record that is joined to another; one that the other has stays. */
export async function bringPayPassword(tx: Tx, from: string, into: string): Promise<void> {
  await run(
    tx,
    `insert into player_pay_password (player_id, changed_at, password_hash, phone, free_fen, free_coins, spent_day, spent_fen,
      spent_coins, failures, locked_until)
    select $2, changed_at, password_hash, phone, free_fen, free_coins, spent_day, spent_fen, spent_coins, failures, locked_until
    from player_pay_password where player_id = $1 on conflict do nothing`,
    [from, into],
  );
}

export async function removePayPassword(tx: Tx, scope: PlayerScope): Promise<void> {
  await removeOwn(tx, scope, payConfirmations, {});
  await removeOwn(tx, scope, payPasswords, {});
}

/** Said twice it is one confirmation; those that were never used go with the next one. */
export async function confirmWish(tx: Tx, scope: PlayerScope, wishId: string, now: Date): Promise<void> {
  const over = new Date(now.getTime() - confirmedMs);
  await removeOwn(tx, scope, payConfirmations, ({ confirmedAt }) => lt(confirmedAt, over));
  await run(
    tx,
    `insert into player_pay_confirmation (player_id, wish_id, confirmed_at) values ($1, $2, $3)
    on conflict do nothing`,
    [scope.playerId, wishId, now.toISOString()],
  );
}

/** Uses up what the player confirmed; false: nothing, or not lately, or it was used before. */
export async function spendConfirmation(
  tx: Tx,
  scope: PlayerScope,
  wishId: string,
  now: Date,
): Promise<boolean> {
  const [found] = await findOwn(tx, scope, payConfirmations, { wishId }, 'update');
  if (!found || found.usedAt || found.confirmedAt.getTime() + confirmedMs < now.getTime()) return false;
  await updateOwn(tx, scope, payConfirmations, { wishId }, { usedAt: now });
  return true;
}
