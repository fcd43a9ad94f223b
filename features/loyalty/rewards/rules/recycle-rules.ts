/** What is known about a gift at a site, within the days of the path. */
export interface Known {
  /** that went out of machines there */
  wonAtSite: number;
  /** of them: by plays that the member paid for */
  wonByMember: number;
  recycledAtSite: number;
  recycledByMember: number;
  /** of all gifts, by the member, on this business day */
  recycledToday: number;
}

export type Refusal = 'site' | 'member' | 'day';

/** How many pieces may come back now, and which limit it is that says so. Wins leave the days before what came back of them does, so it never errs towards more. */
export function leftOf(
  known: Known,
  { onlyWon, perDay }: { onlyWon: boolean; perDay: number },
): { left: number; by: Refusal } {
  const limits: { left: number; by: Refusal }[] = [
    { left: perDay - known.recycledToday, by: 'day' },
    { left: known.wonAtSite - known.recycledAtSite, by: 'site' },
    ...(onlyWon ? [{ left: known.wonByMember - known.recycledByMember, by: 'member' as const }] : []),
  ];
  const tightest = limits.reduce((one, other) => (other.left < one.left ? other : one));
  return { ...tightest, left: Math.max(0, tightest.left) };
}

/** A number as it is kept: scanners and hands write it large or small. */
export const plainSerial = (serial: string): string => serial.trim().toUpperCase();
