import type { HeldReason } from '../contract/deposits.ts';

/** Pieces that a machine may have had under its sensor already when it was asked; no more than a handful. */
const handful = 100;
/** So many full deposits may come from pockets, drawers and the counter, of which no machine knows. */
const fullDepositsUnseen = 2;

export interface Count {
  pieces: number;
  /** by the settings of the machine */
  maxPerDeposit: number;
  /** since it was asked to count, or since its last deposit; undefined: it has had all the time it needs */
  elapsedMs: number | undefined;
  fastestPerSecond: number;
  /** what left the machines of the site lately, for money */
  wentOut: number;
  /** what deposit machines of the site have counted lately, without this */
  cameBack: number;
}

/** Why a count is set aside for a person; undefined: a machine can have counted it, and people can have brought it. */
export function whyHeld(count: Count): HeldReason | undefined {
  const { pieces, maxPerDeposit, elapsedMs, fastestPerSecond, wentOut, cameBack } = count;
  if (pieces > maxPerDeposit) return 'tooMany';
  if (elapsedMs !== undefined && pieces > handful + (Math.max(0, elapsedMs) / 1000) * fastestPerSecond)
    return 'tooFast';
  const unseen = fullDepositsUnseen * maxPerDeposit;
  return pieces + cameBack > wentOut + unseen ? 'beyondSite' : undefined;
}
