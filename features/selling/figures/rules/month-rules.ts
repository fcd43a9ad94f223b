import { addDays } from '#kit/kernel/time.ts';

interface Days {
  from: string;
  to: string;
}

const monthOf = (day: string) => day.slice(0, 'yyyy-mm'.length);
const firstOf = (day: string) => `${monthOf(day)}-01`;
const nextMonth = (day: string) => firstOf(addDays(firstOf(day), 31));

/** Days as whole months, named by their first days, and the days around them; a part that is empty is absent. */
export function splitMonths(from: string, to: string): { months?: Days; before?: Days; after?: Days } {
  const first = from === firstOf(from) ? from : nextMonth(from);
  const beyond = addDays(to, 1) === nextMonth(to) ? addDays(to, 1) : firstOf(to);
  if (first >= beyond) return { before: { from, to } };
  return {
    months: { from: first, to: firstOf(addDays(beyond, -1)) },
    ...(from < first && { before: { from, to: addDays(first, -1) } }),
    ...(to >= beyond && { after: { from: beyond, to } }),
  };
}
