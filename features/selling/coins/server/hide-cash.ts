import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, update } from '#kit/server/tables.ts';
import { cashGains } from '../tables.ts';
import type { GainRow, Gains } from './cash-queries.ts';

/** Undefined when it is hidden already, or not the caller's. */
export async function hideGain(
  tx: Tx,
  scope: Scope,
  id: string,
  by: { at: Date; name: string },
): Promise<GainRow | undefined> {
  const [row] = await update(tx, scope, cashGains, (gain) => and(eq(gain.id, id), isNull(gain.hiddenAt)), {
    hiddenAt: by.at,
    hiddenBy: by.name,
  });
  return row;
}

/**
 * Into the line that was begun for the same hour after it was hidden, where there is one: an hour has one line. What is
 * added to it is taken out of the hidden line, so that nothing counts twice.
 */
export async function restoreGain(tx: Tx, scope: Scope, id: string): Promise<GainRow | undefined> {
  const isHidden = (gain: Gains) => and(eq(gain.id, id), isNotNull(gain.hiddenAt));
  const [hidden] = await find(tx, scope, cashGains, isHidden, 'update');
  if (!hidden) return undefined;
  const sameHour = (other: Gains) =>
    and(
      eq(other.deviceId, hidden.deviceId),
      eq(other.siteId, hidden.siteId),
      eq(other.hourAt, hidden.hourAt),
      isNull(other.hiddenAt),
    );
  const merged = await update(tx, scope, cashGains, sameHour, {
    coins: sql`coins + ${hidden.coins}`,
    notes: sql`notes + ${hidden.notes}`,
    notesFen: sql`notes_fen + ${hidden.notesFen}`,
    cashFen: sql`cash_fen + ${hidden.cashFen}`,
  });
  const [row] = await update(
    tx,
    scope,
    cashGains,
    (other) => eq(other.id, id),
    merged.length > 0 ? { coins: 0, notes: 0, notesFen: 0, cashFen: 0 } : { hiddenAt: null, hiddenBy: null },
  );
  return merged[0] ?? row;
}
