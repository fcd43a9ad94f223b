import type { WeekPeriod } from '#kit/contract/schemas.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { WeekPeriodsField } from '#kit/ui/fields/week-periods-field.tsx';
import { useText } from '#kit/ui/i18n.ts';

function HoursField({ value, onChange, label, error, disabled, name }: CustomFieldProps) {
  const t = useText();
  return (
    <WeekPeriodsField
      name={name}
      label={label}
      error={error}
      disabled={disabled}
      value={(value as WeekPeriod[] | undefined) ?? []}
      onChange={(next) => onChange(next ?? [])}
      none={t('ads:term.allDay')}
      first={{ label: t('ads:term.addHours'), period: '10:00-22:00' }}
    />
  );
}

/** When something is shown, in the forms of groups and of placements. */
export const termFieldSpecs = [
  { name: 'fromDay', label: 'ads:field.fromDay', section: 'ads:term.section' },
  { name: 'toDay', label: 'ads:field.toDay', section: 'ads:term.section' },
  {
    name: 'hours',
    label: 'ads:field.hours',
    section: 'ads:term.section',
    wide: true,
    render: (props: CustomFieldProps) => <HoursField {...props} />,
  },
] as const;
