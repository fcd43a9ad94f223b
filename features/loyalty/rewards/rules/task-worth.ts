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
