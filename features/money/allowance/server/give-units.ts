import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { WorthUnit } from '../rules/worth-rules.ts';
import { allowanceLeft, type Gift, giveWorth } from './give-worth.ts';
import { inUnits, worthOf } from './worth.ts';

/** What of the allowance of the day is left, counted in a unit for a page that gives it; null: without a limit. */
export async function leftInUnits({ db, services, session, clock }: StaffContext, unit: WorthUnit) {
  const [{ perDayFen, usedFen, leftFen }, count] = await Promise.all([
    allowanceLeft(db.read, session, clock.now()),
    inUnits(db.read, services, unit, session.tenantId),
  ]);
  return {
    perDay: perDayFen === null ? null : count(perDayFen),
    used: count(usedFen),
    left: leftFen === null ? null : count(leftFen),
  };
}

/** So many coins, points, tickets or plays that leave in somebody's name, by what they are worth. Answers the day they count on. */
export async function giveUnits(
  tx: Tx,
  context: StaffContext,
  { unit, ...gift }: Omit<Gift, 'worthFen'> & { unit: WorthUnit },
): Promise<string> {
  const { services, session } = context;
  const worthFen = await worthOf(tx, services, { [unit]: gift.units }, session.tenantId);
  return giveWorth(tx, context, { ...gift, worthFen });
}
