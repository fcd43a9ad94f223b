import { newId } from '#kit/kernel/ids.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { Database } from '#kit/server/database.ts';
import { deviceRefusals } from '../tables.ts';

/** Notes that a device was turned away, and answers false for those who decide with it. */
export type RefusalLog = (code: string, reason: string, detail?: string) => Promise<false>;

const logAgainAfterMs = 10_000;
const rememberedRefusals = 5000;
const maxDetailLength = 200;

/** One line per device and reason every few seconds: a machine that tries without end must not fill the table. */
export function createRefusalLog(parts: { db: Database; clock: Clock }): RefusalLog {
  const lastLogged = new Map<string, number>();
  return async (code, reason, detail = '') => {
    const now = parts.clock.now();
    const key = `${code} ${reason}`;
    if (now.getTime() - (lastLogged.get(key) ?? 0) < logAgainAfterMs) return false;
    if (lastLogged.size > rememberedRefusals) lastLogged.clear();
    lastLogged.set(key, now.getTime());
    // what devices write may hold anything, and a text in PostgreSQL holds no NUL
    const told = detail.slice(0, maxDetailLength).replace(/[\p{Cc}\p{Cs}]/gu, ' ');
    await parts.db.transaction((tx) =>
      tx.insert(deviceRefusals).values({ at: now, id: newId(now.getTime()), code, reason, detail: told }),
    );
    return false;
  };
}
