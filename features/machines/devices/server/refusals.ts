import { newId } from '#kit/kernel/ids.ts';
import { type Clock, minuteMs } from '#kit/kernel/time.ts';
import type { Database } from '#kit/server/database.ts';
import { deviceRefusals } from '../tables.ts';

/** Notes that a device was turned away, and answers false for those who decide with it. */
export type RefusalLog = (code: string, reason: string, detail?: string, address?: string) => Promise<false>;

const logAgainAfterMs = 10_000;
const rememberedRefusals = 5000;
const maxDetailLength = 200;
/** of one address, whatever codes it invents; a hall of machines behind one address still has room */
const linesPerMinute = 60;

/**
 * One line per device and reason every few seconds, and so many per address: neither a machine that tries without end nor
 * a stranger who invents codes may fill the table.
 */
export function createRefusalLog(parts: { db: Database; clock: Clock }): RefusalLog {
  const lastLogged = new Map<string, number>();
  const addresses = new Map<string, { sinceMs: number; lines: number }>();
  const isTooMany = (address: string, nowMs: number): boolean => {
    const network = networkOf(address);
    const known = addresses.get(network);
    const seen = known && nowMs - known.sinceMs < minuteMs ? known : { sinceMs: nowMs, lines: 0 };
    seen.lines += 1;
    if (addresses.size > rememberedRefusals) addresses.clear();
    addresses.set(network, seen);
    return seen.lines > linesPerMinute;
  };
  return async (code, reason, detail = '', address = '') => {
    const now = parts.clock.now();
    const key = `${code} ${reason}`;
    if (now.getTime() - (lastLogged.get(key) ?? 0) < logAgainAfterMs) return false;
    if (address !== '' && isTooMany(address, now.getTime())) return false;
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

/** A caller with an address of IPv6 has at least a whole /64 of them. */
function networkOf(address: string): string {
  const isVersion6 = address.includes(':') && !address.toLowerCase().startsWith('::ffff:');
  return isVersion6 ? address.split(':', 4).join(':') : address;
}
