import { and, eq, isNull } from 'drizzle-orm';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { devices } from '../../tables.ts';

const highestNumber = 99_999;

/** Numbers at a site with the device that has each. True to the end of a transaction that holds the site's row. */
export async function numbersAt(reader: Reader, scope: Scope, siteId: string): Promise<Map<number, string>> {
  const device = rows(scope, devices);
  const found = await reader
    .select({ number: device.number, id: device.id })
    .from(device)
    .where(and(eq(device.siteId, siteId), isNull(device.unboundAt)));
  return new Map(found.map(({ number, id }) => [number, id]));
}

/** One more than the highest: a number that fell free is not given to another machine while there are others. */
export function freeNumber(taken: ReadonlyMap<number, unknown>): number {
  const next = Math.max(0, ...taken.keys()) + 1;
  if (next <= highestNumber) return next;
  let gap = 1;
  while (taken.has(gap)) gap += 1;
  return gap;
}

export function assertNumberFree(
  taken: ReadonlyMap<number, string>,
  number: number,
  deviceId?: string,
): void {
  const holder = taken.get(number);
  if (holder !== undefined && holder !== deviceId)
    throw invalidField('number', 'devices:error.numberTaken', { number, free: freeNumber(taken) });
}
