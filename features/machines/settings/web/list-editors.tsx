import { Switch } from '@mantine/core';
import type { ComponentType } from 'react';
import { consequenceText } from '#kit/contract/consequence.ts';
import { noteValuesYuan, screenFunctions } from '#kit/protocol/types/groups.ts';
import { SortedListField } from '#kit/ui/fields/sorted-list-field.tsx';
import { NumberField } from '#kit/ui/fields/text-fields.tsx';
import type { FieldProps } from '#kit/ui/fields/types.ts';
import { WeekPeriodsField } from '#kit/ui/fields/week-periods-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type Beside, coinsForNote, hopperAlarm } from '../rules/consequence-rules.ts';
import { EntryRows } from './entry-rows.tsx';
import type { ListKind } from './setting-fields.ts';
import { StagesEditor } from './stages-editor.tsx';
import type { Hopper, NoteEntry, ScheduleEntry, ScreenFunction } from './value-text.ts';

const replaced = <T,>(list: readonly T[], index: number, change: Partial<T>): T[] =>
  list.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

const highestHopper = 3;
const newHopper = (hopper: number): Hopper => ({ hopper, enabled: true, capacity: 1500, lowAt: 200 });

/** Every hopper a machine can have stands in the list; those it does not have are off. */
function HoppersEditor({ value = [], onChange, ...props }: FieldProps<Hopper[]>) {
  const t = useText();
  const hoppers = Array.from(
    { length: highestHopper },
    (_, index) =>
      value.find(({ hopper }) => hopper === index + 1) ?? { ...newHopper(index + 1), enabled: false },
  );
  return (
    <EntryRows {...props}>
      {hoppers.map((hopper, index) => (
        <EntryRows.Row
          key={hopper.hopper}
          lead={
            <Switch
              label={t('settings:hopper.number', { number: hopper.hopper })}
              checked={hopper.enabled}
              disabled={props.disabled}
              onChange={(event) =>
                onChange(replaced(hoppers, index, { enabled: event.currentTarget.checked }))
              }
            />
          }
        >
          <NumberField
            label={t('settings:hopper.capacity')}
            value={hopper.capacity}
            min={50}
            max={20_000}
            disabled={props.disabled || !hopper.enabled}
            onChange={(capacity = Number.NaN) => onChange(replaced(hoppers, index, { capacity }))}
          />
          <NumberField
            label={t('settings:hopper.lowAt')}
            description={hopper.enabled && consequenceText(t, hopperAlarm(hopper))}
            value={hopper.lowAt}
            min={0}
            max={20_000}
            disabled={props.disabled || !hopper.enabled}
            onChange={(lowAt = Number.NaN) => onChange(replaced(hoppers, index, { lowAt }))}
          />
        </EntryRows.Row>
      ))}
    </EntryRows>
  );
}

function NotesEditor({
  value = [],
  onChange,
  beside,
  ...props
}: FieldProps<NoteEntry[]> & { beside: Beside }) {
  const t = useText();
  const notes = noteValuesYuan.map(
    (yuan) => value.find((note) => note.yuan === yuan) ?? { yuan, accepted: false, bonusCoins: 0 },
  );
  return (
    <EntryRows {...props}>
      {notes.map((note, index) => (
        <EntryRows.Row
          key={note.yuan}
          oneLine
          lead={
            <Switch
              label={t('settings:note.value', { yuan: note.yuan })}
              checked={note.accepted}
              disabled={props.disabled}
              onChange={(event) =>
                onChange(replaced(notes, index, { accepted: event.currentTarget.checked }))
              }
            />
          }
        >
          <NumberField
            aria-label={t('settings:note.bonusOf', { yuan: note.yuan })}
            description={note.accepted && consequenceText(t, coinsForNote(note, beside))}
            value={note.bonusCoins}
            min={0}
            max={500}
            suffix={` ${t('settings:note.bonus')}`}
            disabled={props.disabled || !note.accepted}
            onChange={(bonusCoins = Number.NaN) => onChange(replaced(notes, index, { bonusCoins }))}
          />
        </EntryRows.Row>
      ))}
    </EntryRows>
  );
}

function ScheduleEditor(props: FieldProps<ScheduleEntry[]>) {
  const t = useText();
  return (
    <WeekPeriodsField
      {...props}
      onChange={(next) => props.onChange(next ?? [])}
      none={t('settings:schedule.none')}
      first={{ label: t('settings:schedule.first'), period: '10:00-22:00' }}
    />
  );
}

function FunctionsEditor({ value = [], onChange, ...props }: FieldProps<ScreenFunction[]>) {
  const t = useText();
  const nameOf = (name: string | number) => t(`settings:option.functions.order.${name}`);
  const isShown = (name: string | number) => value.find((entry) => entry.name === name)?.shown ?? false;
  const ordered = (names: readonly (string | number)[]) =>
    names.map((name) => ({ name: String(name), shown: isShown(name) }));
  return (
    <SortedListField
      {...props}
      options={screenFunctions.map((name) => ({ value: name, label: nameOf(name) }))}
      value={value.map(({ name }) => name)}
      onChange={(names) => onChange(ordered(names ?? []))}
      beside={(name) => (
        <Switch
          size="md"
          checked={isShown(name)}
          disabled={props.disabled}
          aria-label={t('settings:functions.show', { name: nameOf(name) })}
          onChange={(event) => {
            const shown = event.currentTarget.checked;
            const known = value.some((entry) => entry.name === name);
            const all = known ? value : [...value, { name: String(name), shown }];
            onChange(all.map((entry) => (entry.name === name ? { ...entry, shown } : entry)));
          }}
        />
      )}
    />
  );
}

// Each editor takes the list of its own kind; the definitions keep kind and value together.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const listEditors: Record<Exclude<ListKind, 'lanes'>, ComponentType<any>> = {
  hoppers: HoppersEditor,
  notes: NotesEditor,
  schedule: ScheduleEditor,
  stages: StagesEditor,
  functions: FunctionsEditor,
};
