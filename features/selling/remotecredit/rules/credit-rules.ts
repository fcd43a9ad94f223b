import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import type { CreditOutcome, CreditState, LinkOutcome, LinkPageState, LinkState } from '../contract.ts';

export const creditCommand = 'credit';
export const takesCoins = (type: DeviceType): boolean =>
  Object.hasOwn(definitionOf(type).commands, creditCommand);
/** Machines that one can play with coins from afar. */
export const creditTypes: readonly DeviceType[] = deviceTypes.filter(takesCoins);

interface Credit {
  state: CreditState;
  asked: number;
  counted: number | null;
}

/** Fewer coins than asked for is neither done nor failed. */
export function outcomeOf({ state, asked, counted }: Credit): CreditOutcome {
  const settled = state === 'done' || state === 'failed';
  return settled && counted !== null && counted > 0 && counted < asked ? 'partial' : state;
}

interface Link {
  usedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

export function linkStateOf(link: Link, now: Date): LinkState {
  if (link.usedAt) return 'used';
  if (link.revokedAt) return 'revoked';
  return link.expiresAt <= now ? 'expired' : 'open';
}

/** A used link shows how its credit went; until then the state of the link itself. */
export function linkOutcomeOf(state: LinkState, credit: Credit | undefined): LinkOutcome {
  if (state !== 'used' || !credit) return state;
  const outcome = outcomeOf(credit);
  // What was not executed gives the link back.
  return outcome === 'expired' ? 'failed' : outcome;
}

/** What a visitor sees: a link whose use added nothing is open again. */
export function pageStateOf(
  link: Link,
  credit: Pick<Credit, 'state' | 'counted'> | undefined,
  now: Date,
): LinkPageState {
  const state = linkStateOf(link, now);
  if (state !== 'used') return state;
  if (credit?.state === 'pending') return 'pending';
  // A jam without a count leaves open how many coins went in.
  return credit?.state === 'done' || credit?.counted ? 'done' : 'unknown';
}
