/**
 * What the best possible test would tell within a day. It knows what nobody knows: the very hour at which a machine breaks, its
 * true rate and level, how many people came to the site, what is wrong with it; only chance is left, and how good the day of
 * this machine would have been. It may be wrong of a well machine as often as precision allows. Nobody can do better.
 */
import { binomialChance, binomialTail } from '#kit/kernel/binomial.ts';
import { mixedPoisson } from '#kit/kernel/mixed-poisson.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { firstAt, type PlayedMachine, playedDays, type Trouble } from './play-fleet.ts';

/** Of a hundred alerts five may be wrong. */
const wrongPart = 0.05;

const hoursOf = ({ from }: Trouble) =>
  Array.from({ length: dayMs / hourMs }, (_, hour) => from + hour * hourMs);

/** How likely it is that no more people come to a machine that is well. */
function chanceOfSoFew({ truth, spread }: PlayedMachine, trouble: Trouble): number {
  const byDay = new Map<number, number>();
  let came = 0;
  for (const at of hoursOf(trouble)) {
    const hour = truth.get(at);
    if (!hour) continue;
    came += hour.came;
    const day = Math.floor((at - firstAt) / dayMs);
    byDay.set(day, (byDay.get(day) ?? 0) + hour.due);
  }
  const days = [...byDay.values()];
  const due = days.reduce((sum, one) => sum + one, 0);
  // the days of a machine are good or bad one by one
  return due > 0 ? mixedPoisson(due, (spread * Math.hypot(...days)) / due).atMost(came) : 1;
}

/** How likely such wins are by the old rate; whether more or fewer is known. */
function chanceOfSuchWins({ hours, rate }: PlayedMachine, trouble: Trouble): number {
  let [plays, wins] = [0, 0];
  for (const at of hoursOf(trouble)) {
    plays += hours.get(at)?.plays ?? 0;
    wins += hours.get(at)?.wins ?? 0;
  }
  if (wins > plays * rate) return binomialTail(wins, plays, rate);
  return Array.from({ length: wins + 1 }, (_, hits) => binomialChance(hits, plays, rate)).reduce(
    (sum, chance) => sum + chance,
    0,
  );
}

const chances = { incomeLow: chanceOfSoFew, winDrift: chanceOfSuchWins } as const;

/** How many of the machines with this trouble the best test would tell of within a day. */
export function bestWithinADay(kind: keyof typeof chances, machines: readonly PlayedMachine[]): number {
  const watched = machines.filter(({ prizes }) => kind !== 'winDrift' || prizes);
  const troubled = watched.filter(({ trouble }) => trouble?.kind === kind);
  const mayBeWrong = (wrongPart * troubled.length) / (watched.length * playedDays);
  return troubled.filter((machine) => chances[kind](machine, machine.trouble!) < mayBeWrong).length;
}
