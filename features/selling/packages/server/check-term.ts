import { siteHours } from '#features/base/sites/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { assertFromNow, usualClock } from '#kit/kernel/from-now.ts';
import type { SiteClock } from '#kit/kernel/site-day.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Term } from '../contract/price-rules.ts';
import type { standings } from '../contract/shared.ts';
import { termStanding } from '../rules/term-rules.ts';

/** Years that the database can not keep are nobody's intention. */
const isSensible = (day: string | null) => day === null || (day >= '2000-01-01' && day <= '2999-12-31');

export function checkTerm({ fromDay, toDay, hours }: Term): void {
  if (!isSensible(fromDay)) throw invalidField('fromDay', 'kit:error.badInput');
  if (!isSensible(toDay)) throw invalidField('toDay', 'kit:error.badInput');
  if (fromDay !== null && toDay !== null && toDay < fromDay)
    throw invalidField('toDay', 'packages:error.endsBeforeStart');
  for (const { period } of hours) {
    const [from, to] = period.split('-');
    if (from === to) throw invalidField('hours', 'packages:error.emptyPeriod', { period });
  }
}

/** Judges terms by the clock of a site: nothing before now, but for what was so before. */
export async function fromNowAt(
  reader: Reader,
  { session, clock }: StaffContext,
  siteId: string,
): Promise<(term: Term, before?: Term) => void> {
  const sites = await siteHours(reader, session.scope, [siteId]);
  const at = sites.get(siteId) ?? usualClock;
  return (term, before) => assertFromNow(term, clock.now(), { clock: at, ...(before && { before }) });
}

/** A row with how it stands now, by the clock of its site. */
export const withStanding = <R extends Term & { active: boolean }>(
  row: R,
  now: Date,
  clock?: SiteClock,
): R & { standing: (typeof standings)[number] } => ({
  ...row,
  standing: row.active ? termStanding(row, now, clock) : 'off',
});
