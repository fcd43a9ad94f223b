import { fieldIssues } from '#kit/contract/issues.ts';
import type { FieldIssue } from '#kit/kernel/errors.ts';
import { definitionOf, type SettingsDocument, sameValue } from '#kit/protocol/types/catalogue.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { SettingDifference } from '../contract.ts';
import { fieldAt, isDelicate } from './setting-fields.ts';

/** What a person typed and has not sent, by `group.name`. */
export type Edits = Readonly<Record<string, unknown>>;
export type DraftError = { key: string; params?: FieldIssue['params'] } | { message: string };
export type DraftErrors = Readonly<Record<string, DraftError>>;

const splitPath = (path: string): [string, string] => {
  const [group = '', name = ''] = path.split('.');
  return [group, name];
};

export const valueAt = (document: SettingsDocument, path: string): unknown => {
  const [group, name] = splitPath(path);
  return document[group]?.[name];
};

/** Where the draft differs from the document; an edit back to the old value is none. */
export function differencesOf(confirmed: SettingsDocument, edits: Edits): SettingDifference[] {
  return Object.entries(edits)
    .map(([path, after]) => {
      const [group, name] = splitPath(path);
      return { group, name, before: valueAt(confirmed, path), after };
    })
    .filter(({ before, after }) => !sameValue(before, after));
}

/** Only the values that changed: nobody else's newer value is overwritten by an old page. */
export function changesOf(confirmed: SettingsDocument, edits: Edits): SettingsDocument {
  const changes: SettingsDocument = {};
  for (const { group, name, after } of differencesOf(confirmed, edits))
    changes[group] = { ...changes[group], [name]: after };
  return changes;
}

/** A document as edits, to start an editor from it. */
export const editsOf = (document: SettingsDocument): Edits =>
  Object.fromEntries(
    Object.entries(document).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${group}.${name}`, value]),
    ),
  );

/** A copy with one value more or changed. */
export function withValue(document: SettingsDocument, path: string, value: unknown): SettingsDocument {
  const [group, name] = splitPath(path);
  return { ...document, [group]: { ...document[group], [name]: value } };
}

/** A copy without a value; a group that names nothing any more goes too. */
export function withoutValue(document: SettingsDocument, path: string): SettingsDocument {
  const [group, name] = splitPath(path);
  const { [group]: values = {}, ...others } = document;
  const { [name]: _, ...rest } = values;
  return Object.keys(rest).length > 0 ? { ...others, [group]: rest } : others;
}

export const hasValue = (document: SettingsDocument, path: string): boolean => {
  const [group, name] = splitPath(path);
  return Object.hasOwn(document, group) && Object.hasOwn(document[group] ?? {}, name);
};

export const countValues = (document: SettingsDocument): number => Object.keys(editsOf(document)).length;

/** The first finding for each value, judged by the type's own schemas together with the values it leaves alone. */
export function draftErrors(type: DeviceType, confirmed: SettingsDocument, edits: Edits): DraftErrors {
  const errors: Record<string, DraftError> = {};
  const edited = new Set(Object.keys(edits).map((path) => splitPath(path)[0]));
  for (const [group, schema] of Object.entries(definitionOf(type).groups)) {
    if (!edited.has(group)) continue;
    const values = { ...confirmed[group] };
    for (const [path, value] of Object.entries(edits)) {
      const [owner, name] = splitPath(path);
      if (owner !== group) continue;
      // The schema would put its default in the place of an emptied value; nobody asked for that.
      if (value === undefined) errors[path] ??= { key: 'kit:validation.required' };
      values[name] = value;
    }
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) continue;
    for (const issue of fieldIssues(parsed.error)) {
      const [name = ''] = issue.path.split('.');
      errors[`${group}.${name}`] ??= { key: issue.key, params: issue.params };
    }
  }
  return errors;
}

/** The server names values `settings.<group>.<name>`. */
export function refusedValues(issues: readonly (FieldIssue & { message: string })[]): DraftErrors {
  const errors: Record<string, DraftError> = {};
  for (const { path, message } of issues) {
    const [group, name] = splitPath(path.replace(/^settings\./, ''));
    if (group && name) errors[`${group}.${name}`] ??= { message };
  }
  return errors;
}

export const delicateOf = (
  type: DeviceType,
  differences: readonly SettingDifference[],
): SettingDifference[] =>
  differences.filter(({ group, name }) => {
    const field = fieldAt(type, `${group}.${name}`);
    return field !== undefined && isDelicate(field);
  });
