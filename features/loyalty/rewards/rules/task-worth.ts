interface Task {
  amount: number;
  streakBonus: number;
  budget: number | null;
  dayBudget: number | null;
  untilDay: string | null;
}

/** A task that nobody bounds is taken for so many claims, and for a year of days. */
const usualClaims = 1000;
const mostDays = 365;

const daysUntil = (today: string, day: string) =>
  Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000) + 1;

/** The most that a task can give away, of its reward's unit: its budget, or what its days allow. */
export function mostOfTask(
  { amount, streakBonus, budget, dayBudget, untilDay }: Task,
  today: string,
): number {
  if (budget !== null) return budget;
  const days = untilDay ? Math.min(mostDays, Math.max(1, daysUntil(today, untilDay))) : mostDays;
  return dayBudget === null ? (amount + streakBonus) * usualClaims : dayBudget * days;
}

interface Promised extends Task {
  unit: string;
  siteId: string | null;
  goal: number;
  active: boolean;
}

const isEndless = ({ budget, dayBudget }: Pick<Task, 'budget' | 'dayBudget'>): boolean =>
  budget === null && dayBudget === null;

/**
 * Whether nothing bounds what it gives from now on, where something did before: no budget, or, of one that had none, another
 * reward, a lower goal or more places. How many will claim nobody knows, so no sum of a day covers it.
 */
export function becomesEndless(after: Promised, before?: Promised): boolean {
  if (!isEndless(after)) return false;
  if (!before || !isEndless(before) || before.unit !== after.unit) return true;
  const most = ({ amount, streakBonus }: Task) => amount + streakBonus;
  return (
    after.amount > before.amount ||
    most(after) > most(before) ||
    after.goal < before.goal ||
    after.siteId !== before.siteId ||
    (after.active && !before.active)
  );
}
