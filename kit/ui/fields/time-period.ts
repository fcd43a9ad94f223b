export interface TimePeriod {
  from: string;
  to: string;
}

export const wholeDay = '00:00-24:00';

export function parsePeriod(value: string | undefined): TimePeriod {
  const [from = '', to = ''] = (value ?? '').split('-');
  return { from, to };
}

/** Clock inputs know no 24:00: an end at midnight means the end of the day. Incomplete stays visible to the schema. */
export function formatPeriod({ from, to }: TimePeriod): string | undefined {
  if (!from && !to) return undefined;
  return `${from}-${to === '00:00' ? '24:00' : to}`;
}

/** What a clock input shows for the end of a period. */
export const clockText = (time: string) => (time === '24:00' ? '00:00' : time);
