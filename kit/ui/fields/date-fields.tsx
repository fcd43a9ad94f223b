import '@mantine/dates/styles.layer.css';
import { Button } from '@mantine/core';
import { DatePickerInput, DatesProvider, DateTimePicker } from '@mantine/dates';
import { type ReactNode, useMemo } from 'react';
import { useLanguage, useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { usePhone } from '../phone.ts';
import classes from './date-fields.module.css';
import { type DayRange, presetRange, rangePresets } from './day-range.ts';
import { type FieldProps, starredProps } from './types.ts';

import 'dayjs/locale/zh-cn';
import '@mantine/dates/styles.layer.css';

const weekStartsMonday = 1;

/** What both calendars share: headings as each language writes them, names for the arrows, no dates of other months. */
function useCalendar(label: ReactNode) {
  const t = useText();
  const language = useLanguage();
  const chinese = { monthLabelFormat: 'YYYY年M月', yearLabelFormat: 'YYYY年', monthsListFormat: 'M月' };
  return {
    ...(language === 'zh-cn' ? chinese : {}),
    classNames: { day: classes.day },
    hideOutsideDates: true,
    // The dropdown is no dialog of its own: it belongs to the labelled field.
    popoverProps: { withRoles: false },
    modalProps: {
      title: label ?? t('kit:ui.chooseDate'),
      withCloseButton: true,
      closeButtonProps: { 'aria-label': t('kit:action.close') },
    },
    ariaLabels: {
      nextMonth: t('kit:ui.calendar.nextMonth'),
      previousMonth: t('kit:ui.calendar.previousMonth'),
      nextYear: t('kit:ui.calendar.nextYear'),
      previousYear: t('kit:ui.calendar.previousYear'),
      nextDecade: t('kit:ui.calendar.nextDecade'),
      previousDecade: t('kit:ui.calendar.previousDecade'),
      monthLevelControl: t('kit:ui.calendar.chooseMonth'),
      yearLevelControl: t('kit:ui.calendar.chooseYear'),
    },
  };
}

function Dates({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const settings = useMemo(
    () => ({ locale: language === 'zh-cn' ? 'zh-cn' : 'en', firstDayOfWeek: weekStartsMonday as 1 }),
    [language],
  );
  return <DatesProvider settings={settings}>{children}</DatesProvider>;
}

/** A field whose name nobody sees still says the date that everybody sees. */
const nameWith = (name: string | undefined, shown: string | undefined) =>
  name && shown ? `${name} ${shown}` : name;

export interface DateFieldOptions {
  /** day: `YYYY-MM-DD`; instant: a UTC ISO instant, edited with a clock */
  precision?: 'day' | 'instant';
  minDay?: string;
  maxDay?: string;
}

export function DateField({
  precision = 'day',
  minDay,
  maxDay,
  ...props
}: FieldProps<string> & DateFieldOptions) {
  const t = useText();
  const phone = usePhone();
  const calendar = useCalendar(props.label ?? props['aria-label']);
  const shared = {
    ...starredProps(props),
    ...calendar,
    'aria-label': nameWith(props['aria-label'], precision === 'day' ? props.value : undefined),
    placeholder: props.placeholder ?? t('kit:ui.chooseDate'),
    dropdownType: phone ? ('modal' as const) : ('popover' as const),
    clearable: !props.required,
    clearButtonProps: { 'aria-label': t('kit:ui.clear') },
    leftSection: <Icon name="calendar" />,
    minDate: minDay,
    maxDate: maxDay,
  };
  return (
    <Dates>
      {precision === 'day' ? (
        <DatePickerInput
          {...shared}
          value={props.value ?? null}
          onChange={(day) => props.onChange(day ?? undefined)}
          valueFormat="YYYY-MM-DD"
        />
      ) : (
        <DateTimePicker
          {...shared}
          value={props.value ? new Date(props.value) : null}
          onChange={(local) =>
            props.onChange(local ? new Date(local.replace(' ', 'T')).toISOString() : undefined)
          }
          valueFormat="YYYY-MM-DD HH:mm"
        />
      )}
    </Dates>
  );
}

export interface DateRangeOptions {
  minDay?: string;
  maxDay?: string;
}

export function DateRangeField({ minDay, maxDay, ...props }: FieldProps<DayRange> & DateRangeOptions) {
  const t = useText();
  const phone = usePhone();
  const calendar = useCalendar(props.label ?? props['aria-label']);
  const names = {
    today: t('kit:ui.preset.today'),
    yesterday: t('kit:ui.preset.yesterday'),
    last7: t('kit:ui.preset.last7'),
    last30: t('kit:ui.preset.last30'),
    thisMonth: t('kit:ui.preset.thisMonth'),
    lastMonth: t('kit:ui.preset.lastMonth'),
  };
  return (
    <Dates>
      <DatePickerInput
        {...starredProps(props)}
        {...calendar}
        aria-label={nameWith(
          props['aria-label'],
          props.value && `${props.value.from ?? ''} – ${props.value.to ?? ''}`,
        )}
        type="range"
        allowSingleDateInRange
        value={[props.value?.from ?? null, props.value?.to ?? null]}
        onChange={([from, to]) =>
          props.onChange(from || to ? { from: from ?? undefined, to: to ?? undefined } : undefined)
        }
        valueFormat="YYYY-MM-DD"
        placeholder={props.placeholder ?? t('kit:ui.chooseRange')}
        dropdownType={phone ? 'modal' : 'popover'}
        clearable={!props.required}
        clearButtonProps={{ 'aria-label': t('kit:ui.clear') }}
        leftSection={<Icon name="calendar" />}
        minDate={minDay}
        maxDate={maxDay}
        presets={
          phone
            ? undefined
            : rangePresets.map((preset) => {
                const range = presetRange(preset, new Date());
                return { label: names[preset], value: [range.from, range.to] as [string, string] };
              })
        }
      />
      {phone && (
        <div className={classes.presets}>
          {rangePresets.map((preset) => (
            <Button
              key={preset}
              size="compact-sm"
              variant="light"
              disabled={props.disabled}
              onClick={() => props.onChange(presetRange(preset, new Date()))}
            >
              {names[preset]}
            </Button>
          ))}
        </div>
      )}
    </Dates>
  );
}
