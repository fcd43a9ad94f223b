import { judgeGap } from './odd-gap-rules.ts';
import { judgeIncome, tailOf } from './odd-income-rules.ts';
import { type Finding, hoursBefore, type OddMachine, type OddSite, seriesOf } from './odd-machine-rules.ts';
import { judgeWins } from './odd-win-rules.ts';

/** What is odd of the machines of one site. */
export function judgeSite(site: OddSite, machines: readonly OddMachine[]): Finding[] {
  const hours = hoursBefore(site.until);
  const tails = machines.map((machine) => tailOf(seriesOf(machine, site, hours)));
  return machines.flatMap((machine, place) => {
    const gap = judgeGap(machine, site, hours);
    const others = tails.filter((_, other) => other !== place);
    const income = judgeIncome(machine, tails[place]!, others, hours);
    return [gap, income, judgeWins(machine, hours)].filter((finding) => finding !== null);
  });
}
