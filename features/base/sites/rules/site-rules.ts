import { invalidField } from '#kit/kernel/errors.ts';
import type { Language } from '#kit/kernel/language.ts';
import { type RegionNode, regionPath, regionTree } from '#kit/kernel/regions.ts';
import type { OpeningPeriod } from '../contract.ts';
import { businessCategories } from '../data/business-categories.ts';

const minutesOfDay = 24 * 60;
const minutesOfWeek = 7 * minutesOfDay;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Stretches of one week in minutes since Monday 00:00; the end may lie past Sunday midnight. */
function stretches(hours: readonly OpeningPeriod[]): { start: number; end: number }[] {
  return hours.flatMap(({ days, period }) => {
    const [from, to] = period.split('-').map(minutesOf) as [number, number];
    const lengthMinutes = to > from ? to - from : to + minutesOfDay - from;
    return days.map((day) => {
      const start = (day - 1) * minutesOfDay + from;
      return { start, end: start + lengthMinutes };
    });
  });
}

/** Days ascending and once, periods by their start; refuses empty periods and ones that overlap. */
export function tidyOpeningHours(hours: readonly OpeningPeriod[]): OpeningPeriod[] {
  const tidy = hours
    .map(({ days, period }) => ({ days: [...new Set(days)].sort((a, b) => a - b), period }))
    .sort((a, b) => a.days[0]! - b.days[0]! || (a.period < b.period ? -1 : 1));
  for (const { period } of tidy) {
    const [from, to] = period.split('-');
    if (from === to) throw invalidField('openingHours', 'sites:error.emptyPeriod', { period });
  }
  const sorted = stretches(tidy).sort((a, b) => a.start - b.start);
  const first = sorted[0];
  if (!first) return tidy;
  // The last one of the week may run into the first of the next.
  const circle = [...sorted, { start: first.start + minutesOfWeek, end: 0 }];
  const overlaps = sorted.some((stretch, index) => stretch.end > circle[index + 1]!.start);
  if (overlaps) throw invalidField('openingHours', 'sites:error.overlappingPeriods');
  return tidy;
}

function find(nodes: readonly RegionNode[], code: string): RegionNode | undefined {
  for (const node of nodes) {
    const found = node.code === code ? node : find(node.children ?? [], code);
    if (found) return found;
  }
  return undefined;
}

const leavesOf = (node: RegionNode): string[] =>
  node.children?.length ? node.children.flatMap(leavesOf) : [node.code];

let leaves: ReadonlySet<string> | undefined;

/** A site stands in a district, not somewhere in a province. */
export function checkRegion(code: string): void {
  leaves ??= new Set(regionTree().flatMap(leavesOf));
  if (!leaves.has(code)) throw invalidField('regionCode', 'sites:error.unknownRegion');
}

/** The districts a filter by province, city or district means. */
export function districtsWithin(code: string): string[] {
  const node = find(regionTree(), code);
  return node ? leavesOf(node) : [];
}

export function regionLabel(code: string, language: Language): string {
  const names = (regionPath(code, language) ?? []).map((region) => region.name);
  // Municipalities repeat their own name on the second level.
  return names.filter((name, index) => name !== names[index - 1]).join(' ');
}

/** Map services answer whole addresses; what the region already says is left out of the street. */
export function streetOf(address: string, regionCode: string): string {
  let street = address;
  for (const { name } of regionPath(regionCode) ?? [])
    if (street.startsWith(name)) street = street.slice(name.length).trimStart();
  return street || address;
}

const lines = new Set(
  businessCategories('zh-cn').flatMap((trade) => (trade.children ?? []).map((line) => line.code)),
);

export function checkBusinessCategory(code: number): void {
  if (!lines.has(code)) throw invalidField('businessCategoryCode', 'sites:error.unknownCategory');
}

/** A map point is a pair. */
export function checkPoint(latitude: number | null, longitude: number | null): void {
  if ((latitude === null) !== (longitude === null))
    throw invalidField(latitude === null ? 'latitude' : 'longitude', 'kit:validation.required');
}
