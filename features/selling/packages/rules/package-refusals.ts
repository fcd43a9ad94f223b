import { dayMs } from '#kit/kernel/time.ts';
import type { PackageKind, PackageRule, PriceRules } from '../contract/price-rules.ts';
import type { Circumstances } from './circumstances.ts';
import { termStanding } from './term-rules.ts';

export const refusals = [
  'unknown',
  'notHere',
  'off',
  'notYet',
  'over',
  'notNow',
  'needsPlayer',
  'onlyFirst',
  'onlyReturning',
  'limitReached',
  'noPrice',
] as const;
export type Refusal = (typeof refusals)[number];

/** A machine that has packages of a kind sells those, and none of that kind of its site. */
function packagesAt(rules: PriceRules, kind: PackageKind, deviceId: string | null): PackageRule[] {
  const ofKind = rules.packages.filter((one) => one.kind === kind);
  const own = deviceId === null ? [] : ofKind.filter((one) => one.deviceId === deviceId && one.active);
  return own.length > 0 ? own : ofKind.filter((one) => one.deviceId === null);
}

export const isSoldAt = (rules: PriceRules, one: PackageRule, deviceId: string | null): boolean =>
  packagesAt(rules, one.kind, deviceId).includes(one);

function refusalOfPlayer(one: PackageRule, { player, at }: Circumstances): Refusal | null {
  const asksWho = one.audience !== 'everyone' || one.perPlayer !== null || one.perPlayerDay !== null;
  if (!asksWho) return null;
  if (!player) return 'needsPlayer';
  const { lastPaidAt } = player;
  // What was ordered in another tab and is not paid yet counts too: such an offer is given once.
  const taken = Object.values(player.bought);
  if (one.audience === 'first' && (lastPaidAt !== null || taken.some(({ ever }) => ever > 0)))
    return 'onlyFirst';
  if (one.audience === 'returning') {
    const awayMs = lastPaidAt === null ? -1 : at.getTime() - lastPaidAt.getTime();
    if (awayMs < (one.awayDays ?? 0) * dayMs || taken.some(({ today }) => today > 0)) return 'onlyReturning';
  }
  const { ever, today } = player.bought[one.id] ?? { ever: 0, today: 0 };
  const isUsedUp =
    (one.perPlayer !== null && ever >= one.perPlayer) ||
    (one.perPlayerDay !== null && today >= one.perPlayerDay);
  return isUsedUp ? 'limitReached' : null;
}

/** Why a package can not be had there now; null: it can. */
export function refusalOf(rules: PriceRules, one: PackageRule, circumstances: Circumstances): Refusal | null {
  if (!isSoldAt(rules, one, circumstances.deviceId)) return 'notHere';
  if (!one.active) return 'off';
  const standing = termStanding(one, circumstances.at, circumstances.clock);
  if (standing !== 'holds') return standing;
  if (one.priceFen <= 0) return 'noPrice';
  return refusalOfPlayer(one, circumstances);
}
