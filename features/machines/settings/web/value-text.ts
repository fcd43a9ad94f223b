import { formatFen } from '#kit/kernel/money.ts';
import { type SettingsDocument, sameValue } from '#kit/protocol/types/catalogue.ts';
import type { Unit } from '#kit/protocol/types/define.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { percentText } from '#kit/ui/fields/amounts.ts';
import type { Translate } from '#kit/ui/i18n.ts';
import { fieldsOf, type ListKind, type SettingField } from './setting-fields.ts';

export interface Hopper {
  hopper: number;
  enabled: boolean;
  capacity: number;
  lowAt: number;
}
export interface NoteEntry {
  yuan: number;
  accepted: boolean;
  bonusCoins: number;
}
export interface ScheduleEntry {
  days: number[];
  period: string;
}
export interface Stage {
  needles: number;
  speed: number;
  timeS: number;
}
export interface ScreenFunction {
  name: string;
  shown: boolean;
}
interface Lane {
  open: boolean;
  priceFen: number;
}

const unknown = '—';

/** Percent stands close to its number, other units apart from it. */
/** One coin, two coins. */
export const unitText = (t: Translate, count: number, unit: Unit): string =>
  t(`settings:unit.${unit}`, { count });

export function withUnit(t: Translate, value: number, unit: Unit | undefined): string {
  if (!unit) return String(value);
  return unit === 'percent' ? `${value}%` : `${value} ${unitText(t, value, unit)}`;
}

function priceRange(lanes: readonly Lane[]): string {
  const prices = lanes.map((lane) => lane.priceFen);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? `¥${formatFen(low)}` : `¥${formatFen(low)}–${formatFen(high)}`;
}

const listTexts: Record<ListKind, (t: Translate, list: never[]) => string> = {
  hoppers: (t, list: Hopper[]) =>
    list
      .filter((hopper) => hopper.enabled)
      .map((hopper) => t('settings:value.hopper', { ...hopper, enabled: 1 }))
      .join(t('settings:value.separator')) || t('settings:value.none'),
  notes: (t, list: NoteEntry[]) =>
    list
      .filter((note) => note.accepted)
      .map((note) =>
        note.bonusCoins > 0
          ? t('settings:value.noteBonus', { yuan: note.yuan, coins: note.bonusCoins })
          : `¥${note.yuan}`,
      )
      .join(t('settings:value.separator')) || t('settings:value.none'),
  schedule: (t, list: ScheduleEntry[]) =>
    list
      .map(({ days, period }) => `${days.map((day) => t(`kit:ui.weekDay.${day}`)).join(' ')} ${period}`)
      .join(t('settings:value.separator')) || t('settings:value.allDay'),
  stages: (t, list: Stage[]) =>
    list
      .map((stage, index) => t('settings:value.stage', { number: index + 1, ...stage }))
      .join(t('settings:value.separator')),
  functions: (t, list: ScreenFunction[]) =>
    list
      .filter(({ shown }) => shown)
      .map(({ name }) => t(`settings:option.functions.order.${name}`))
      .join(t('settings:value.separator')) || t('settings:value.none'),
  lanes: (t, list: Lane[]) =>
    list.length === 0
      ? t('settings:value.none')
      : t('settings:value.lanes', {
          count: list.length,
          open: list.filter((lane) => lane.open).length,
          price: priceRange(list),
        }),
};

const isListKind = (kind: string): kind is ListKind => Object.hasOwn(listTexts, kind);

/** A value in the words of the person who set it. */
export function valueText(t: Translate, field: SettingField, value: unknown): string {
  if (value === undefined || value === null) return unknown;
  const { kind } = field;
  if (isListKind(kind)) return Array.isArray(value) ? listTexts[kind](t, value as never[]) : unknown;
  switch (kind) {
    case 'switch':
      return t(value ? 'settings:value.on' : 'settings:value.off');
    case 'choice':
      return t(`settings:option.${field.group}.${field.name}.${optionKey(String(value))}`);
    case 'money':
      return `¥${formatFen(Number(value))}`;
    case 'percent':
      return `${percentText(Number(value))}%`;
    case 'number':
      return withUnit(t, Number(value), field.unit);
    default:
      return String(value);
  }
}

/** Points separate the parts of a translation key; sizes such as 10.1 have another sign. */
export const optionKey = (value: string) => value.replace('.', '_');

export const labelOf = (t: Translate, field: Pick<SettingField, 'group' | 'name'>) =>
  t(`settings:field.${field.group}.${field.name}`);

/** What a value does; not every value needs the explanation. */
export function hintOf(t: Translate, field: SettingField): string | undefined {
  const key = `settings:hint.${field.group}.${field.name}`;
  const hint = t(key);
  return hint === key ? undefined : hint;
}

/** Settings that are called so, explained so, or stand in a group that is; all of them when nothing is searched for. */
export function matchingFields(
  t: Translate,
  fields: readonly SettingField[],
  words: string,
): readonly SettingField[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return fields;
  return fields.filter((field) =>
    [labelOf(t, field), hintOf(t, field), t(`settings:group.${field.group}`)].some((text) =>
      text?.toLowerCase().includes(wanted),
    ),
  );
}

const summarised = 3;

/** A group in one line: its first values, which definitions put first because they matter most. */
export function groupSummary(
  t: Translate,
  type: DeviceType,
  group: string,
  settings: SettingsDocument,
): string {
  return fieldsOf(type, [group])
    .slice(0, summarised)
    .map((field) => {
      const text = valueText(t, field, settings[group]?.[field.name]);
      return isListKind(field.kind) ? text : t('settings:value.pair', { label: labelOf(t, field), text });
    })
    .join(' · ');
}

/** How many entries of two lists differ, for lists whose words are the same. */
export function entriesChanged(before: unknown, after: unknown): number {
  const one = Array.isArray(before) ? before : [];
  const other = Array.isArray(after) ? after : [];
  const places = Math.max(one.length, other.length);
  let count = 0;
  for (let index = 0; index < places; index += 1) if (!sameValue(one[index], other[index])) count += 1;
  return count;
}
