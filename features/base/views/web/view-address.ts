import { dayText, parseDay, presetRange, type RangePreset, rangePresets } from '#kit/ui/fields/day-range.ts';

/** Days as a rule: what it means is known on the day one looks. */
export type RangeRule = RangePreset | `days:${number}`;

/** Names of the first and the last day in the address. */
export interface RangeNames {
  name: string;
  toName: string;
}

export interface KeptView {
  query: Readonly<Record<string, string>>;
  range: string | null;
}

interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const daysPattern = /^days:(\d+)$/;

export const daysIn = (rule: string): number | undefined => {
  const found = daysPattern.exec(rule)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** The days of a rule; undefined for a text that is none. */
export function daysOfRule(rule: string, today: Date): Days | undefined {
  const count = daysIn(rule);
  if (count !== undefined) {
    const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1 - count);
    return { from: dayText(first), to: dayText(today) };
  }
  const preset = rangePresets.find((name) => name === rule);
  return preset && presetRange(preset, today);
}

/** All rules that mean these days today: on the first of a month "today" and "this month" are the same. */
export function rulesOf({ from, to }: Days, today: Date): RangeRule[] {
  const presets = rangePresets.filter((preset) => {
    const days = presetRange(preset, today);
    return days.from === from && days.to === to;
  });
  if (to !== dayText(today) || from > to) return presets;
  const count = Math.round((parseDay(to).getTime() - parseDay(from).getTime()) / dayMs) + 1;
  const isKnown = presets.some((preset) => ['today', 'last7', 'last30'].includes(preset));
  return isKnown || count > 9999 ? presets : [...presets, `days:${count}`];
}

/** Which page of a list is open is no part of a view, nor how many rows it has. */
const isPaging = (name: string) => /(^|\.)(current|size)$/.test(name);

/** What of an address a view keeps. */
export function keptParts(address: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...address].filter(([name, value]) => !isPaging(name) && value !== ''));
}

export function withoutDays(parts: Readonly<Record<string, string>>, range: RangeNames | undefined) {
  return Object.fromEntries(
    Object.entries(parts).filter(([name]) => name !== range?.name && name !== range?.toName),
  );
}

/** The address that opens a view today. */
export function addressOfView(view: KeptView, range: RangeNames | undefined, today: Date): URLSearchParams {
  const days = view.range !== null && range ? daysOfRule(view.range, today) : undefined;
  if (!days || !range) return new URLSearchParams(view.query);
  return new URLSearchParams({
    ...withoutDays(view.query, range),
    [range.name]: days.from,
    [range.toName]: days.to,
  });
}

/** Whether the page shows a view just now. */
export function isOpen(
  view: KeptView,
  address: URLSearchParams,
  range: RangeNames | undefined,
  today: Date,
): boolean {
  const sorted = (parts: Record<string, string>) => JSON.stringify(Object.entries(parts).sort());
  return sorted(keptParts(addressOfView(view, range, today))) === sorted(keptParts(address));
}
