import type { HandoverState } from '../contract/kinds.ts';

interface Named {
  goodName: string;
  variantName: string;
}

/** Good and which one of it, as people call it. */
export const nameOf = ({ goodName, variantName }: Named): string =>
  [goodName, variantName].filter(Boolean).join(' ');

/** Names as the merchant wrote them, in one line. */
export const goodsText = (lines: readonly (Named & { pieces: number })[]): string =>
  lines.map((line) => `${nameOf(line)} ×${line.pieces}`).join('、');

/** What happens to the pieces when it is given up or all of its money went back. */
export function piecesBack(state: HandoverState): 'release' | 'takeBack' | 'nothing' {
  switch (state) {
    case 'unpaid':
    case 'ready':
      return 'release';
    case 'shipped':
    case 'done':
      return 'takeBack';
    default:
      return 'nothing';
  }
}

/** Who does not answer in time has said no; the sweep writes it down a little later. */
export const stateAt = (
  { state, waitsUntil }: { state: HandoverState; waitsUntil: Date | null },
  now: Date,
): HandoverState => (state === 'asked' && waitsUntil && waitsUntil <= now ? 'expired' : state);

/** A day before it goes back; where it waits for a day only, not before a third of that is over. */
const reminderMs = 24 * 3_600_000;
export const isReminderDue = ({ since, until }: { since: Date; until: Date }, now: Date): boolean => {
  const leftMs = until.getTime() - now.getTime();
  const waitsMs = until.getTime() - since.getTime();
  return leftMs > 0 && leftMs <= Math.min(reminderMs, (waitsMs * 2) / 3);
};
