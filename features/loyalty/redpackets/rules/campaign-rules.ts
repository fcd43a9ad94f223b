import type { CampaignState } from '../contract/kinds.ts';

interface Dated {
  fromDay: string;
  untilDay: string;
  endedAt: Date | null;
}

/** How a campaign stands; `free`: packets that nobody opened. Over is over once the last of its sites has closed its day. */
export function campaignStateOf(
  { fromDay, endedAt }: Omit<Dated, 'untilDay'>,
  today: string,
  free: number,
): CampaignState {
  if (endedAt) return 'ended';
  if (today < fromDay) return 'planned';
  return free === 0 ? 'spent' : 'running';
}

/** Whether a packet can be opened on a day of the site. */
export function dayProblem(
  { fromDay, untilDay, endedAt }: Dated,
  today: string,
): 'early' | 'over' | undefined {
  if (endedAt || today > untilDay) return 'over';
  return today < fromDay ? 'early' : undefined;
}

const parts = 10_000;

/**
 * Whether a person belongs to the small share that is not shown the packet. It follows from a keyed hash of campaign and
 * person: asked again the answer is the same, and nobody can work it out or choose it.
 */
export function isHeldOut(hash: Uint8Array, percent: number): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = hash;
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  return number % parts < percent * (parts / 100);
}
