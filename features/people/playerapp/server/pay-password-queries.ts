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

/** Of a record that is joined to another. Where both have one that of the other stays, with the stricter of each limit. */
export async function bringPayPassword(tx: Tx, from: string, into: string): Promise<void> {
  await run(
    tx,
    `insert into player_pay_password as w (player_id, changed_at, password_hash, phone, free_fen, free_coins, spent_day, spent_fen,
      spent_coins, failures, locked_until)
    select $2, changed_at, password_hash, phone, free_fen, free_coins, spent_day, spent_fen, spent_coins, failures, locked_until
    from player_pay_password where player_id = $1
    on conflict (player_id) do update set
      free_fen = least(w.free_fen, excluded.free_fen),
      free_coins = least(w.free_coins, excluded.free_coins),
      spent_fen = case when w.spent_day is distinct from greatest(w.spent_day, excluded.spent_day) then excluded.spent_fen
        when w.spent_day = excluded.spent_day then greatest(w.spent_fen, excluded.spent_fen) else w.spent_fen end,
      spent_coins = case when w.spent_day is distinct from greatest(w.spent_day, excluded.spent_day) then excluded.spent_coins
        when w.spent_day = excluded.spent_day then greatest(w.spent_coins, excluded.spent_coins) else w.spent_coins end,
      spent_day = greatest(w.spent_day, excluded.spent_day),
      failures = greatest(w.failures, excluded.failures),
      locked_until = greatest(w.locked_until, excluded.locked_until)`,
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
