import type { z } from 'zod';
import { claw } from './claw.ts';
import type { DeviceTypeDefinition } from './define.ts';
import { exchangeMachine } from './exchange.ts';
import { lipstick } from './lipstick.ts';
import type { DeviceType } from './names.ts';
import { cabinet, deposit, lottery } from './small-machines.ts';
import { vending } from './vending.ts';

export const deviceTypeDefinitions: Readonly<Record<DeviceType, DeviceTypeDefinition>> = {
  claw,
  exchange: exchangeMachine,
  vending,
  lipstick,
  lottery,
  cabinet,
  deposit,
};

export const definitionOf = (type: DeviceType): DeviceTypeDefinition => deviceTypeDefinitions[type];

/** Groups by name, each an object of values. */
export type SettingsDocument = Record<string, Record<string, unknown>>;

/** What a new device of the type runs with. */
export function defaultSettings(type: DeviceType): SettingsDocument {
  return Object.fromEntries(
    Object.entries(definitionOf(type).groups).map(([name, group]) => [
      name,
      group.parse({}) as Record<string, unknown>,
    ]),
  );
}

export type SettingsProblem = { path: string; issue: z.core.$ZodIssue | 'unknownGroup' };

/** A whole document of the type, or what is wrong with it. Groups that are absent get their defaults. */
export function parseSettings(
  type: DeviceType,
  document: unknown,
): { settings: SettingsDocument } | { problems: SettingsProblem[] } {
  const groups = definitionOf(type).groups;
  const given = (document ?? {}) as Record<string, unknown>;
  const problems: SettingsProblem[] = [];
  const settings: SettingsDocument = {};
  for (const name of Object.keys(given))
    if (!Object.hasOwn(groups, name)) problems.push({ path: name, issue: 'unknownGroup' });
  for (const [name, group] of Object.entries(groups)) {
    const parsed = group.safeParse(given[name] ?? {});
    if (parsed.success) settings[name] = parsed.data as Record<string, unknown>;
    else
      for (const issue of parsed.error.issues)
        problems.push({ path: [name, ...issue.path].join('.'), issue });
  }
  return problems.length > 0 ? { problems } : { settings };
}

/** The order of keys does not matter: a database keeps its own. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const mine = Object.entries(one).filter(([, value]) => value !== undefined);
  const theirs = other as Record<string, unknown>;
  return (
    mine.length === Object.values(theirs).filter((value) => value !== undefined).length &&
    mine.every(([key, value]) => Object.hasOwn(theirs, key) && sameValue(value, theirs[key]))
  );
}

/** Where two documents differ, as paths down to single values of a group. */
export function settingsDifference(
  before: SettingsDocument,
  after: SettingsDocument,
): { group: string; name: string; before: unknown; after: unknown }[] {
  const found: { group: string; name: string; before: unknown; after: unknown }[] = [];
  for (const group of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[group] ?? {};
    const next = after[group] ?? {};
    for (const name of new Set([...Object.keys(old), ...Object.keys(next)]))
      if (!sameValue(old[name], next[name]))
        found.push({ group, name, before: old[name], after: next[name] });
  }
  return found;
}
