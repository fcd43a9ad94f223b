import { z } from 'zod';
import { fieldIssues } from '#kit/contract/issues.ts';
import { AppError, type FieldIssue, invalidField } from '#kit/kernel/errors.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import {
  defaultSettings,
  definitionOf,
  parseSettings,
  type SettingsDocument,
  type SettingsProblem,
  settingsDifference,
} from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import type { SettingDifference } from '../contract.ts';

/** What devices of each type leave the factory with. */
export const factory = Object.fromEntries(
  deviceTypes.map((type) => {
    const settings = defaultSettings(type);
    return [type, { settings, hash: settingsHash(settings) }];
  }),
) as Readonly<Record<DeviceType, { settings: SettingsDocument; hash: string }>>;

export const hasGroup = (type: DeviceType, group: string): boolean =>
  Object.hasOwn(definitionOf(type).groups, group);
export const hasGroups = (type: DeviceType, wanted: SettingsDocument): boolean =>
  Object.keys(wanted).every((group) => hasGroup(type, group));

/** Values of `over` win; whole groups are never dropped. */
export function mergeSettings(document: SettingsDocument, over: SettingsDocument): SettingsDocument {
  const merged = { ...document };
  for (const [group, values] of Object.entries(over)) merged[group] = { ...merged[group], ...values };
  return merged;
}

function issuesOf({ path, issue }: SettingsProblem): FieldIssue[] {
  if (issue === 'unknownGroup') return [{ path: `settings.${path}`, key: 'settings:error.unknownGroup' }];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => ({
      path: `settings.${path}.${name}`,
      key: 'settings:error.unknownSetting',
    }));
  return fieldIssues(new z.ZodError([issue])).map((found) => ({ ...found, path: `settings.${path}` }));
}

/** The given values as the type understands them; refuses them by field when it does not. */
export function checkValues(type: DeviceType, given: SettingsDocument): SettingsDocument {
  if (!Object.values(given).some((values) => Object.keys(values).length > 0))
    throw invalidField('settings', 'settings:error.nothingChosen');
  const own = Object.fromEntries(Object.entries(given).filter(([group]) => hasGroup(type, group)));
  const unknown = Object.keys(given).filter((group) => !hasGroup(type, group));
  const parsed = parseSettings(type, mergeSettings(factory[type].settings, own));
  const problems: SettingsProblem[] = unknown.map((path) => ({ path, issue: 'unknownGroup' }));
  if ('problems' in parsed) problems.push(...parsed.problems);
  const issues = problems.flatMap(issuesOf);
  const [first] = issues;
  if (first) throw new AppError(first.key, 'invalid', first.params, issues);
  const { settings } = parsed as { settings: SettingsDocument };
  return pickValues(settings, own);
}

/** Of a document only the values that `named` names. */
export function pickValues(document: SettingsDocument, named: SettingsDocument): SettingsDocument {
  return Object.fromEntries(
    Object.entries(named).map(([group, values]) => [
      group,
      Object.fromEntries(Object.keys(values).map((name) => [name, document[group]?.[name]])),
    ]),
  );
}

/** Where a document (after) does not follow what is asked of it (before); what is not asked for may be anything. */
export const departures = (asked: SettingsDocument, document: SettingsDocument): SettingDifference[] =>
  settingsDifference(asked, pickValues(document, asked));

/**
 * What a device says it runs with, as far as the type can read it. A value that does not fit is kept when it is short
 * and plain, so that people see it; everything else a device may have made up stays out of the database.
 */
export function readReport(type: DeviceType, told: Record<string, unknown>): SettingsDocument {
  const report: SettingsDocument = {};
  for (const [group, schema] of Object.entries(definitionOf(type).groups)) {
    const values = Object.hasOwn(told, group) ? told[group] : undefined;
    if (typeof values !== 'object' || values === null || Array.isArray(values)) continue;
    const kept: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(schema.shape)) {
      if (!Object.hasOwn(values, name)) continue;
      const value = (values as Record<string, unknown>)[name];
      const fits = (field as z.ZodType).safeParse(value);
      kept[name] = fits.success ? fits.data : plainValue(value);
    }
    report[group] = kept;
  }
  return report;
}

const longestPlainValue = 60;

function plainValue(value: unknown): string | number | boolean | null {
  // by characters: half a surrogate pair can not be stored
  if (typeof value === 'string') return [...value].slice(0, longestPlainValue).join('');
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Differences for the operation log: `{ 'force.strongGrip': 90 }`. */
export function flatten(
  differences: readonly SettingDifference[],
  side: 'before' | 'after',
): Record<string, unknown> {
  return Object.fromEntries(
    differences.map((entry) => [`${entry.group}.${entry.name}`, entry[side] ?? null]),
  );
}
