import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '#kit/kernel/language.ts';
import { screenFunctions } from '#kit/protocol/types/groups.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { createTextTable, type Texts } from '#kit/ui/texts.ts';
import { changeFailures } from '../contract.ts';
import { fieldsOf, groupsOf } from '../web/setting-fields.ts';
import { optionKey } from '../web/value-text.ts';

const every = deviceTypes.flatMap((type) => fieldsOf(type).map((field) => ({ type, field })));

describe.each(languages)('in %s', (language) => {
  const table = createTextTable();
  table.language = language;
  const texts = JSON.parse(
    readFileSync(new URL(`../i18n/${language}.json`, import.meta.url), 'utf8'),
  ) as Texts;
  table.add(language, 'settings', texts);
  const missing = (keys: readonly string[]) => [...new Set(keys.filter((key) => table.say(key) === key))];

  it('every setting of every type has a name', () => {
    expect(missing(every.map(({ field }) => `settings:field.${field.path}`))).toEqual([]);
  });

  it('every group of every type has a name', () => {
    expect(
      missing(deviceTypes.flatMap((type) => groupsOf(type).map((group) => `settings:group.${group}`))),
    ).toEqual([]);
  });

  it('every choice has words for its options', () => {
    const options = every.flatMap(({ field }) =>
      field.options.map((option) => `settings:option.${field.path}.${optionKey(option)}`),
    );
    expect(options.length).toBeGreaterThan(30);
    expect(missing(options)).toEqual([]);
    expect(missing(screenFunctions.map((name) => `settings:option.functions.order.${name}`))).toEqual([]);
  });

  it('every unit has a word, for one and for many', () => {
    const units = every.flatMap(({ field }) => (field.unit ? [`settings:unit.${field.unit}`] : []));
    expect(units.length).toBeGreaterThan(30);
    for (const count of [1, 2]) expect(units.filter((key) => table.say(key, { count }) === key)).toEqual([]);
  });

  it('every reason for a failed change has words', () => {
    expect(missing(changeFailures.map((reason) => `settings:failure.${reason}`))).toEqual([]);
  });

  it('no text is about a setting that no type has', () => {
    const paths = new Set(every.map(({ field }) => field.path));
    const named = (section: string) =>
      Object.entries(texts[section] as Record<string, Texts>).flatMap(([group, names]) =>
        Object.keys(names).map((name) => `${group}.${name}`),
      );
    for (const section of ['field', 'hint', 'option'])
      expect(named(section).filter((path) => !paths.has(path))).toEqual([]);
  });
});
