import { placeInWeek } from './odd-figure-rules.ts';
import { judgeGap } from './odd-gap-rules.ts';
import { judgeIncome, tailOf } from './odd-income-rules.ts';
import { type Finding, hoursBefore, type OddMachine, type OddSite, seriesOf } from './odd-machine-rules.ts';
import { type Crowd, crowdOf } from './odd-site-rules.ts';
import { judgeWins } from './odd-win-rules.ts';

/** What is odd of machines of one site, and what they bring together. */
export function judgeMachines(
  site: OddSite,
  machines: readonly OddMachine[],
): { findings: Finding[]; crowd: Crowd | null } {
  const hours = hoursBefore(site.until);
  const days = new Map(hours.map((at) => [at, placeInWeek(at, site.clock).day]));
  const dayOf = (at: number) => days.get(at) ?? 0;
  const tails = machines.map((machine) => tailOf(seriesOf(machine, site, hours), machine.habit?.visit));
  const findings = machines.flatMap((machine, place) => {
    const others = tails.filter((_, other) => other !== place);
    const income = judgeIncome(machine, { own: tails[place]!, others, hours, dayOf });
    return [judgeGap(machine, site, hours), income, judgeWins(machine, hours)].filter(
      (finding) => finding !== null,
    );
  });
  const known = machines.flatMap(({ habit }, place) =>
    habit ? [{ tail: tails[place]!, badDay: habit.badDay }] : [],
  );
  return { findings, crowd: crowdOf(known) };
}

/** While the whole site is told of, nobody needs to hear that one of its machines is low as well. */
export const besideSite = (
  findings: readonly Finding[],
  site: Finding | null,
  isOpen: (finding: Finding) => boolean,
): Finding[] => findings.filter((finding) => !site || finding.kind !== 'incomeLow' || isOpen(finding));
