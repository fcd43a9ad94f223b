import { invalidField } from '#kit/kernel/errors.ts';

const highestNumber = 99_999;

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
